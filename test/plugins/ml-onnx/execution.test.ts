import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { fakeHostOfShipped as fakeHost } from '../../../core/plugin-api/fake-host/fake-host.ts';
import plugin from '../../../plugins/ml-onnx/index.ts';
import { chooseExecution } from '../../../plugins/ml-onnx/inference/execution.ts';
import { LoadedModels } from '../../../plugins/ml-onnx/inference/loaded-models.ts';
import { skip } from '../../support/skip.ts';
import { until } from '../../support/until.ts';
import { background, cosine, plain, storedPixels, withProvider } from './provider-rig.ts';

describe('what models run on', () => {
  /** Registers the built-in models, with these settings, and ends them after `use`. */
  async function withModels(
    environment: Record<string, string>,
    use: (host: Awaited<ReturnType<typeof fakeHost>>) => Promise<void>,
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const host = await fakeHost(plugin, { environment: { MODELS_DIR: folder, ML_PROCESSES: '1', ...environment } });
    try {
      await use(host);
    } finally {
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it('is the processor, unless something else is wanted', () =>
    withModels({}, async (host) => {
      expect(host.provided('ml-provider').execution).to.equal('cpu');
      await Promise.resolve();
    }));

  it('is the processor where the wanted card is missing, which is said before there is any work', () =>
    // This one is never there: onnxruntime has it on Windows alone, where Photofinch does not run.
    withModels({ ML_EXECUTION: 'dml' }, async (host) => {
      const ml = host.provided('ml-provider');
      expect(ml.execution).to.equal(null);
      await until(() => ml.execution !== null);
      expect(ml.execution).to.equal('cpu');
      expect(host.logged.map(({ message }) => message)).to.include(
        'Models run on cpu (dml: onnxruntime has it on other systems alone).',
      );
    }));

  it('does not change what a picture shows', async () => {
    const picture = await storedPixels('plugins/demo-source/photos/studio-friends.jpg');
    const scores: (readonly number[])[] = [];
    for (const ML_EXECUTION of ['cpu', 'auto']) {
      await withModels({ ML_EXECUTION }, async (host) => {
        const found = await host.provided('ml-provider').findLabels?.(picture, background);
        scores.push(found?.labels.toSorted((a, b) => (a.label < b.label ? -1 : 1)).map(({ score }) => score) ?? []);
      });
    }
    const [onProcessor = [], onBest = []] = scores;
    expect(onProcessor.length).to.be.greaterThan(3);
    expect(cosine(onProcessor, onBest)).to.be.greaterThan(0.999);
  });

  it('is the processor for a network that the card refuses, which is told', async function () {
    // A card that is not there refuses, as one would that ran the trial and has no room for this network.
    const { missed } = await chooseExecution(['cuda', 'webgpu']);
    const execution = (['cuda', 'webgpu'] as const).find((one) => missed.some((why) => why.startsWith(`${one}:`)));
    if (!execution) skip(this, 'everything that onnxruntime knows here works');
    await withProvider({ builtIn: ['faces'] }, async ({ watch }) => {
      const told: string[] = [];
      const onFallBack = (sentence: string): void => void told.push(sentence);
      const loaded = new LoadedModels({ threads: 1, keepFor: 60, execution, onFallBack });
      const detector = await loaded.faceDetector(watch.models.faceDetector!);
      expect(await detector.detect(plain([9, 9, 9]))).to.deep.equal([]);
      expect(told).to.deep.equal([
        `The face detector yunet-n does not run on ${execution}, and runs on the processor.`,
      ]);
    });
  });

  it('is the first of what is wanted that works, and why others do not is told in a sentence', async () => {
    const { execution, missed } = await chooseExecution(['coreml', 'cuda', 'webgpu']);
    const wanted = ['coreml', 'cuda', 'webgpu', 'cpu'];
    expect(missed.map((reason) => reason.split(':')[0])).to.deep.equal(wanted.slice(0, wanted.indexOf(execution)));
    for (const reason of missed) expect(reason).to.match(/^\w+: [^\n]{10,200}$/);
  });

  it('is refused where nobody knows it', async () => {
    const failure = await withModels({ ML_EXECUTION: 'gpu' }, () => Promise.resolve()).catch((error: unknown) => error);
    expect((failure as Error).message).to.equal('ML_EXECUTION must be auto, cpu or one of cuda, coreml, dml, webgpu');
  });
});
