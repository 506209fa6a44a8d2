import { hostname } from 'node:os';
import { StartupError } from '../domain/errors.ts';
import { optionValues } from '../plugin-api/shapes/options.ts';
import type { OptionSpec } from '../plugin-api/index.ts';
import { natsOptions, readNatsSettings, type NatsSettings } from '../../plugins/ml-nats/nats/settings.ts';
import { readFingerprint } from '../../plugins/ml-nats/wire/keys.ts';
import type { Config } from '../settings/env.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface WorkerSettings {
  readonly nats: NatsSettings;
  readonly keyFile: string;
  /** The display name. */
  readonly name: string;
  /** The plugin whose models it runs, like an entry of `PLUGINS`. */
  readonly provider: string;
  /** The required fingerprint of the server's key; if undefined, the first server that answers is trusted. */
  readonly server: string | undefined;
  readonly logLevel: Config['logLevel'];
}

const levels: readonly Config['logLevel'][] = ['debug', 'info', 'warn', 'error', 'silent'];

/** The settings of a worker, without those of its provider. */
export const workerOptions = {
  ...natsOptions,
  ML_WORKER_KEY_FILE: { describe: 'the file of the worker’s key, made at the first start', default: 'ml-worker-key' },
  ML_WORKER_NAME: { describe: 'what the worker is called, such as desktop' },
  ML_WORKER_PROVIDER: { describe: 'the plugin whose models to run: a name or a path', default: 'ml-onnx' },
  ML_WORKER_SERVER: { describe: 'the fingerprint of the server, as its page “Workers” shows it' },
  LOG_LEVEL: { describe: 'debug, info, warn, error or silent', default: 'info' },
} satisfies Record<string, OptionSpec>;

/** @throws StartupError of one sentence that names the variable */
export function readWorkerSettings(environment: Environment): WorkerSettings {
  const { values, problem } = optionValues({ options: workerOptions }, environment);
  if (problem) throw new StartupError(`A worker ${problem.join(': ')}.`);
  const name = (values['ML_WORKER_NAME'] ?? hostname()).slice(0, 60) || 'worker';
  const logLevel = levels.find((level) => level === values['LOG_LEVEL']);
  if (!logLevel) throw new StartupError(`LOG_LEVEL must be one of ${levels.join(', ')}.`);
  const server = values['ML_WORKER_SERVER'];
  const fingerprint = server === undefined ? undefined : readFingerprint(server);
  if (server !== undefined && fingerprint === undefined) {
    throw new StartupError('ML_WORKER_SERVER must be a fingerprint: five groups of four letters and digits.');
  }
  try {
    return {
      ...{ nats: readNatsSettings(values), name, logLevel, server: fingerprint },
      keyFile: values['ML_WORKER_KEY_FILE'] ?? '',
      provider: values['ML_WORKER_PROVIDER'] ?? '',
    };
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

/**
 * The settings of the provider: `auto`, the fastest execution provider of the machine, unless the environment sets another.
 */
export function providerEnvironment(environment: Environment): Record<string, string | undefined> {
  return { ...environment, ML_EXECUTION: environment['ML_EXECUTION'] || 'auto' };
}
