import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { floatProductGraph } from '../../../plugins/vectors-local/onnx-graphs.ts';
import { runAlone } from '../../support/empty-network.ts';
import { installClip, needModels } from '../../support/model-packs.ts';
import { asSource, compilers } from '../../support/programs.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { skip } from '../../support/skip.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { straceInstalled, Witness } from '../../support/witness.ts';

const built = process.env['TEST_BUILT'] === '1';

/** The URL of one of our modules, as a foreign program imports it. */
const moduleOf = (name: string): string => pathToFileURL(resolve(built ? `dist/${name}.js` : `${name}.ts`)).href;

/** Threads do not inherit the compiler of their process. */
const forThreads = built ? '' : `(await import('${import.meta.resolve('tsx/esm/api')}')).register();`;

interface Stranger {
  /** The hosts that it connected to, and the files that it wrote outside its folder; empty if it is silent. */
  readonly seen: string[];
  readonly stdout: string;
}

/**
 * Runs a foreign module.
 * @param folder the module may write into `data` in it, whose path is its argument
 */
async function runStranger(
  folder: string,
  script: string,
  environment: Record<string, string> = {},
): Promise<Stranger> {
  const [data, home] = [join(folder, 'data'), join(folder, 'home')];
  for (const one of [data, home]) mkdirSync(one);
  const file = join(folder, 'stranger.mjs');
  writeFileSync(file, script);
  const witness = new Witness(join(folder, 'seen'));
  const program = [process.execPath, ...(built ? [] : asSource), file, data];
  const { code, stdout, stderr } = await runAlone([...witness.of('stranger'), ...program], {
    HOME: home,
    ...environment,
  });
  expect(code, stderr).to.equal(0);
  await witness.done();
  return { seen: [...witness.strangersAsked(), ...witness.changedOutside([data, ...compilers])], stdout };
}

describe('onnxruntime is silent', function () {
  before(function () {
    if (!straceInstalled) skip(this, 'strace is not installed');
  });

  it('in the process of the vectors, started by a foreign program', () =>
    withTempFolder(async (folder) => {
      const { seen, stdout } = await runStranger(
        folder,
        `import { createVectorIndexProvider } from '${moduleOf('plugins/vectors-local/vector-indexes')}';
         const provider = createVectorIndexProvider({ log: console });
         const cacheDir = process.argv[2];
         const index = await provider.open({ kind: 'face', model: 'm@1', dimensions: 2, cacheDir });
         const attributes = { takenAt: 0, archived: false, hidden: false, personIds: [] };
         await index.apply(1n, [{ type: 'put', id: 1, vector: new Float32Array([1, 0]), attributes }]);
         const [found] = await index.search([new Float32Array([1, 0])], { k: 1, filter: {} });
         console.log(found.length);
         await provider.close();`,
      );
      expect(stdout).to.equal('1\n');
      expect(seen).to.deep.equal([]);
    }));

  it('in the processes of the models, even if its telemetry is enabled in the environment', function () {
    needModels(this);
    return withTempFolder(async (folder) => {
      installClip(join(folder, 'models'));
      const { seen, stdout } = await runStranger(
        folder,
        `import { ModelsWatch } from '${moduleOf('plugins/ml-onnx/models/models-watch')}';
         import { OnnxProvider } from '${moduleOf('plugins/ml-onnx/onnx-provider')}';
         const watch = new ModelsWatch(${JSON.stringify(join(folder, 'models'))});
         await watch.start();
         const ml = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
         const { signal } = new AbortController();
         const [vector] = await ml.embedTexts(['a red circle'], { priority: 'interactive', signal });
         console.log(vector.length);
         await ml.close();`,
        { ORT_DISABLE_TELEMETRY: '0' },
      );
      expect(stdout).to.equal('512\n');
      expect(seen).to.deep.equal([]);
    });
  });

  it('in the process of a foreign program, whatever is set between loading it and the first network', () =>
    withTempFolder(async (folder) => {
      const { seen, stdout } = await runStranger(
        folder,
        `import { openSession } from '${moduleOf('core/plugin-api/toolkit/index')}';
         import { floatProductGraph } from '${moduleOf('plugins/vectors-local/onnx-graphs')}';
         process.env.ORT_DISABLE_TELEMETRY = '0';
         const session = await openSession(floatProductGraph(2), {});
         console.log(session.outputNames.join());`,
        { ORT_DISABLE_TELEMETRY: 'false' },
      );
      expect(stdout).to.equal('scores\n');
      expect(seen).to.deep.equal([]);
    }));

  it('in worker threads, where it could not be silenced, since it is not loaded there', () =>
    withTempFolder(async (folder) => {
      const { seen, stdout } = await runStranger(
        folder,
        `import { isMainThread, Worker } from 'node:worker_threads';
         if (isMainThread) {
           const worker = new Worker(new URL(import.meta.url), { env: { ORT_DISABLE_TELEMETRY: '0' } });
           worker.on('error', ({ message }) => console.log(message));
         } else {
           ${forThreads}
           const { loadOnnx } = await import('${moduleOf('core/plugin-api/toolkit/index')}');
           loadOnnx();
         }`,
      );
      expect(stdout).to.match(/^Networks are not run in a worker thread: /);
      expect(seen).to.deep.equal([]);
    }));

  it('in a foreign plugin that loads its own copy into the server process', () =>
    withTempFolder(async (folder) => {
      const [data, home, network] = [join(folder, 'data'), join(folder, 'home'), join(folder, 'network.onnx')];
      mkdirSync(home);
      writeFileSync(network, floatProductGraph(2));
      const witness = new Witness(join(folder, 'seen'));
      const settings = {
        DATA_DIR: data,
        HOME: home,
        PLUGINS: 'test/fixtures/plugins/own-runtime',
        OWN_NETWORK: network,
      };
      const server = await startServerProcess(settings, { command: 'demo', through: witness.of('demo') });
      expect(await server.stop()).to.equal(0);
      await witness.done();
      expect(witness.strangersAsked()).to.deep.equal([]);
      expect(witness.changedOutside([data, ...compilers])).to.deep.equal([]);
    }));
});
