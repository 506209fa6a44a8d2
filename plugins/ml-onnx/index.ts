import { resolve } from 'node:path';
import { API_VERSION, type HealthCheckResult, type Plugin } from 'photofinch/plugin-api';
import { BuiltInPacks } from './models/built-in-packs.ts';
import { OnnxModelPacks } from './models/model-packs.ts';
import { ModelsWatch } from './models/models-watch.ts';
import { OnnxProvider } from './onnx-provider.ts';
import { readSettings } from './settings.ts';
import { suitableProcesses, thisMachine } from './suitable-processes.ts';

/** Machine learning by ONNX models on this machine. */
const plugin: Plugin = {
  name: 'ml-onnx',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    MODELS_DIR: { describe: 'the folder of the models, such as /var/lib/photofinch/models', default: 'models' },
    MODELS_URL: { describe: 'a mirror of the packs, such as https://mirror.example/photofinch-models' },
    ML_PACKS: { describe: 'the packs whose models to prefer, the best first, such as clip,faces' },
    ML_BUILT_IN: { describe: 'which of the packs that come along to use: faces,things, one of them, or none' },
    ML_SCENERY: { describe: '1 to find sky, water, trees and the like as well, in twice the time', default: '0' },
    ML_PROCESSES: { describe: 'how many processes may run models at a time, such as 2' },
    ML_EXECUTION: {
      describe: 'what runs models: cpu, cuda, coreml, dml or webgpu, or auto for the best that works',
      default: 'cpu',
    },
    ML_IDLE_STOP: { describe: 'how long without work until they are ended, such as 90s or 5m', default: '300' },
  },

  async register(host) {
    const settings = readSettings(host.options);
    const { idleStop, mirror, preferred, scenery, wanted: accelerators } = settings;
    const modelsDir = resolve(host.options['MODELS_DIR'] ?? 'models');
    const builtIn = new BuiltInPacks(settings.builtIn);
    const watch = new ModelsWatch(modelsDir, preferred, { builtIn, scenery });
    await watch.start();
    const onFault = (pack: string, reason: string): void => {
      host.log.warn(`the model pack ${pack} is not used: ${reason}`);
    };
    const reportedPacks = new Set<string>();
    const tellOfBroken = (): void => {
      for (const { pack, reason } of watch.broken) if (!reportedPacks.has(pack)) onFault(pack, reason);
      for (const { pack } of watch.broken) reportedPacks.add(pack);
    };
    tellOfBroken();
    // Delayed, so as not to slow down the start.
    setTimeout(() => void watch.examined().then(tellOfBroken, () => undefined), 1000).unref();
    for (const name of preferred.filter((pack) => !watch.packs.includes(pack))) {
      host.log.warn(`ML_PACKS names the model pack ${name}, which is not installed`);
    }
    const packs = new OnnxModelPacks(modelsDir, mirror, { builtIn });
    const onNote = (sentence: string): void => {
      host.log.info(sentence);
    };
    const machine = thisMachine();
    const provider = new OnnxProvider(watch, {
      packs,
      processes: () => settings.processes ?? suitableProcesses(machine, watch.bytesForPhotos),
      threads: 1,
      idleStop,
      onFault,
      wanted: accelerators,
      onNote,
    });
    host.provide('ml-provider', provider);
    if (host.serving && accelerators.length > 0) provider.begin();
    host.healthCheck({ id: 'models', run: () => watch.examined().then(() => check(watch)) });
  },
};

/** Reports which packs are broken, and why. */
function check(watch: ModelsWatch): HealthCheckResult {
  const [broken] = watch.broken;
  if (broken) return { ok: false, detail: `The model pack ${broken.pack} cannot be used. ${broken.reason}` };
  const { packs } = watch;
  return {
    ok: true,
    detail: packs.length === 0 ? 'No model pack is installed.' : `Whole model packs: ${packs.join(', ')}.`,
  };
}

export default plugin;
