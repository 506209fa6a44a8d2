#!/usr/bin/env node
import { createLog } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';
import { StartupError } from '../domain/errors.ts';
import { thrownText } from '../plugins/fault.ts';
import { misspeltSettings } from '../plugin-api/toolkit/misspelt-settings.ts';
import { nearestName } from '../plugin-api/toolkit/nearest-name.ts';
import { pluginLog } from '../plugins/plugin-log.ts';
import { loadProvider } from './load-provider.ts';
import { providerEnvironment, readWorkerSettings, workerOptions } from './settings.ts';
import { MlWorker } from '../../plugins/ml-nats/worker/ml-worker.ts';
import { workerKey } from '../../plugins/ml-nats/worker/key-file.ts';
import { fingerprintOf, keysReady } from '../../plugins/ml-nats/wire/keys.ts';

const usage = `photofinch-ml-worker ${version}: runs models on this machine, for a Photofinch server on another one

  photofinch-ml-worker               work until it is stopped
  photofinch-ml-worker fingerprint   print the fingerprint of this worker, by which an admin admits it
  photofinch-ml-worker --version | --help

Settings are environment variables; those of the models are as for the server (MODELS_DIR, ML_PACKS, ML_EXECUTION, …):
${Object.entries(workerOptions)
  .map(
    ([name, { describe, ...spec }]) =>
      `  ${name.padEnd(26)} ${describe}${'default' in spec ? ` (${spec.default})` : ''}`,
  )
  .join('\n')}

Models are installed with: photofinch models pull`;

/** Milliseconds after which the process is forced to exit. */
const patience = 15_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// Other users must not read the key file.
process.umask(0o077);

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof StartupError;
  process.stderr.write(`photofinch-ml-worker: ${isExpected ? error.message : `unexpected: ${thrownText(error)}`}\n`);
  process.exitCode = 1;
} finally {
  setTimeout(() => process.exit(), 1000).unref();
}

async function run(words: readonly string[]): Promise<void> {
  const [word, ...surplus] = words;
  if (surplus.length > 0) throw new StartupError(`there are too many words: ${surplus.join(' ')}`);
  switch (word) {
    case undefined:
      return work();
    case 'fingerprint': {
      const { key } = await ownKey(readWorkerSettings({ ML_NATS_SERVERS: 'nats://none', ...process.env }).keyFile);
      print(fingerprintOf(key.publicKey));
      return;
    }
    case '--version':
      print(version);
      return;
    case '--help':
    case '-h':
      print(usage);
      return;
    default: {
      const meant = nearestName(word, ['fingerprint', '--version', '--help'], 2);
      throw new StartupError(
        `there is no ${word}: ${meant === undefined ? 'see photofinch-ml-worker --help' : `did you mean ${meant}?`}`,
      );
    }
  }
}

async function work(): Promise<void> {
  const settings = readWorkerSettings(process.env);
  const { key, isNew } = await ownKey(settings.keyFile);
  const fingerprint = fingerprintOf(key.publicKey);
  if (isNew) print(`The key of this worker was made: ${settings.keyFile}`);
  print(`photofinch-ml-worker ${version}: fingerprint ${fingerprint}`);
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => {
      resolve();
    });
  });
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A second signal exits at once, which a user who presses ^C again expects.
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort(new StartupError('stopped'));
    });
  }
  const log = createLog(settings);
  // The models must keep running until the current jobs have ended.
  const stop = new AbortController();
  const loaded = await loadProvider(settings.provider, {
    ...{ environment: providerEnvironment(process.env), log, signal: stop.signal },
  });
  const settingNames = [...Object.keys(workerOptions), ...loaded.optionNames];
  for (const sentence of misspeltSettings(process.env, settingNames)) log.warn(sentence);
  let refusal: StartupError | undefined;
  const worker = new MlWorker({
    ...{ nats: settings.nats, key, server: settings.server, name: settings.name, version, plugin: loaded.name },
    provider: loaded.provider,
    log: pluginLog(log),
    onRefused: (sentence) => {
      refusal = new StartupError(sentence);
      stopping.abort(refusal);
    },
  });
  const working = worker.run();
  await Promise.race([stopped, working]);
  setTimeout(() => process.exit(1), patience).unref();
  await worker.stop();
  await working;
  stop.abort(new StartupError('stopped'));
  await loaded.close();
  if (refusal) throw refusal;
}

/** @throws StartupError */
async function ownKey(file: string): Promise<ReturnType<typeof workerKey>> {
  await keysReady();
  try {
    return workerKey(file);
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
