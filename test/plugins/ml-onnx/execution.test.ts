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

describe('the execution provider of models', () => {
  /** Registers the built-in models with these settings, and stops them after `use`. */
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

  it('is the CPU by default', () =>
    withModels({}, async (host) => {
      expect(host.provided('ml-provider').execution).to.equal('cpu');
      await Promise.resolve();
    }));

  it('is the CPU if the requested GPU is missing, with a log message before there is any work', () =>
    // This one is always missing: onnxruntime has it only on Windows, where Photofinch does not run.
    withModels({ ML_EXECUTION: 'dml' }, async (host) => {
      const ml = host.provided('ml-provider');
      expect(ml.execution).to.equal(null);
      await until(() => ml.execution !== null);
      expect(ml.execution).to.equal('cpu');
      expect(host.logged.map(({ message }) => message)).to.include(
        'Models run on cpu (dml: onnxruntime has it on other systems alone).',
      );
    }));

  it('does not change the labels of a picture', async () => {
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

  it('is the CPU for a network that the GPU cannot run, with a message', async function () {
    // A missing GPU rejects the network, like one that passed the trial and has no room for the network.
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

  it('is the first requested one that works, with a reason for each that does not', async () => {
    const { execution, missed } = await chooseExecution(['coreml', 'cuda', 'webgpu']);
    const wanted = ['coreml', 'cuda', 'webgpu', 'cpu'];
    expect(missed.map((reason) => reason.split(':')[0])).to.deep.equal(wanted.slice(0, wanted.indexOf(execution)));
    for (const reason of missed) expect(reason).to.match(/^\w+: [^\n]{10,200}$/);
  });

  it('is rejected if unknown', async () => {
    const failure = await withModels({ ML_EXECUTION: 'gpu' }, () => Promise.resolve()).catch((error: unknown) => error);
    expect((failure as Error).message).to.equal('ML_EXECUTION must be auto, cpu or one of cuda, coreml, dml, webgpu');
  });
});
