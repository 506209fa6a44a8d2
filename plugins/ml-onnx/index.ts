import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { API_VERSION, type HealthCheckResult, type Plugin } from 'photofinch/plugin-api';
import { ModelsWatch } from './models/models-watch.ts';
import { OnnxProvider } from './onnx-provider.ts';
import { readSettings } from './settings.ts';
import { createVectorIndexProvider } from './vectors/vector-indexes.ts';

/** Machine learning by ONNX models on this machine's CPU. */
const plugin: Plugin = {
  name: 'ml-onnx',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    MODELS_DIR: { describe: 'the folder of the models, such as /var/lib/photofinch/models', default: 'models' },
    ML_PROCESSES: { describe: 'how many processes may run models at a time, such as 2' },
    ML_IDLE_STOP: { describe: 'seconds without work after which they are ended, such as 300', default: '300' },
  },

  async register(host) {
    const { processes, idleStop } = readSettings(host.options, availableParallelism());
    const watch = new ModelsWatch(resolve(host.options['MODELS_DIR'] ?? 'models'));
    await watch.start();
    for (const { pack, reason } of watch.broken) host.log.warn(`the model pack ${pack} is not used: ${reason}`);
    host.provide('ml-provider', new OnnxProvider(watch, { processes, threads: 1, idleStop }));
    host.provide('vector-index', createVectorIndexProvider({ log: host.log }));
    host.healthCheck({ id: 'models', run: () => Promise.resolve(check(watch)) });
  },
};

/** Says of broken packs what the server cannot know: which, and why. */
function check(watch: ModelsWatch): HealthCheckResult {
  const [broken] = watch.broken;
  if (broken) return { ok: false, detail: `The model pack ${broken.pack} cannot be used. ${broken.reason}` };
  return { ok: true, detail: 'All model packs that are there are whole.' };
}

export default plugin;
