import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeMlProvider } from '../../../core/plugin-api/contract-tests.ts';
import { BuiltInPacks } from '../../../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import { installClip, installFaces, needModels, needPhotos, photosDir } from '../../support/model-packs.ts';
import type { MlWorkerProcess } from '../../support/ml-worker-process.ts';
import { needNats } from '../../support/nats-server.ts';
import { until } from '../../support/until.ts';
import { storedPixels } from '../ml-onnx/provider-rig.ts';
import { column, draw } from '../ml-onnx/written-pages.ts';
import { picture, WorkerRig } from './worker-rig.ts';

describe('models on another machine', () => {
  let rig: WorkerRig;
  let started: WorkerRig | undefined;
  let worker: MlWorkerProcess;

  before(function () {
    needNats(this);
  });
  after(async () => {
    await started?.close();
  });

  describe('that record the pictures they get', () => {
    before(async () => {
      rig = started = await WorkerRig.start();
      worker = await rig.worker();
      const server = await rig.server();
      await server.admit(worker);
      await rig.stop(server);
    });

    // Each test has its own server, which finds the same worker.
    describeMlProvider(async () => {
      const server = await rig.server();
      await server.untilReady(worker);
      await until(() => server.ml.models().imageText !== null);
      return {
        provider: server.ml,
        portrait: { image: picture(1, { red: true }), faces: 1 },
        page: { image: picture(2), lines: [] },
        cleanup: () => rig.stop(server),
      };
    });
  });

  describe('from ml-onnx', () => {
    before(async function () {
      needModels(this);
      needPhotos(this);
      await rig.close();
      rig = started = await WorkerRig.start();
      const folder = join(rig.folder, 'models');
      mkdirSync(folder);
      installFaces(folder);
      installClip(folder);
      const environment = {
        ML_WORKER_PROVIDER: 'ml-onnx',
        MODELS_DIR: folder,
        ML_BUILT_IN: 'things',
        ML_PROCESSES: '1',
      };
      worker = await rig.worker(environment);
      const server = await rig.server();
      await server.admit(worker);
      await rig.stop(server);
    });

    describeMlProvider(async () => {
      // The labels come from the server's own models, which do nothing else here.
      const watch = new ModelsWatch(join(rig.folder, 'none'), [], { builtIn: new BuiltInPacks(['things']) });
      await watch.start();
      const local = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
      const server = await rig.server({ replaced: { 'ml-provider': local } });
      await server.untilReady(worker);
      await until(() => server.ml.models().labels != null);
      const greetings = ['Willkommen in Lübeck', 'Open from 9 to 5'];
      return {
        provider: server.ml,
        scene: { image: await storedPixels(join(photosDir, 'scenes/000000022192.jpg')), labels: ['dog', 'bedroom'] },
        page: { image: await draw(column(greetings, 'sans-serif', 40)), lines: greetings },
        portrait: { image: await storedPixels(join(photosDir, 'faces/Kate_Hudson/Kate_Hudson_0001.jpg')), faces: 1 },
        cleanup: async () => {
          await rig.stop(server);
          await local.close();
        },
      };
    });
  });
});
