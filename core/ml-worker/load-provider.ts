import { randomBytes } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTimeZone } from '../domain/system-time-zone.ts';
import type { MlProvider } from '../plugin-api/index.ts';
import { optionValues } from '../plugin-api/shapes/options.ts';
import { closeContributions } from '../plugins/close.ts';
import { PluginFault, thrownText } from '../plugins/fault.ts';
import { createHost } from '../plugins/host.ts';
import { locatePlugin } from '../plugins/locate.ts';
import { readPlugin, usualLimit } from '../plugins/read-plugin.ts';
import { registerInTime } from '../plugins/register-in-time.ts';
import { runAs } from '../plugins/running-plugin.ts';
import type { Log } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';

interface LoadedProvider {
  /** The name of the plugin. */
  readonly name: string;
  readonly provider: MlProvider;
  /** The names of the environment variables that it reads. */
  readonly optionNames: readonly string[];
  close(): Promise<void>;
}

/** Stands in for the library's parts of the host, which a worker does not have. */
const absent = new Proxy(
  {},
  {
    get: () => {
      throw new Error('There is no library where a worker runs.');
    },
  },
) as never;

/**
 * Loads one plugin for its models only. Its data folder is deleted when the worker ends; its routes, pages and checks are
 * ignored.
 * @param entry a name or path, like an entry of `PLUGINS`
 * @throws PluginFault of one line
 */
export async function loadProvider(
  entry: string,
  { environment, log, signal }: { environment: Record<string, string | undefined>; log: Log; signal: AbortSignal },
): Promise<LoadedProvider> {
  const located = locatePlugin(entry, process.cwd());
  const plugin = await readPlugin(located, { log, version, signal });
  const { values, secrets, problem } = optionValues(plugin, environment);
  if (problem) throw new PluginFault(plugin.name, ...problem);
  const origin = { name: plugin.name, file: realpathSync(located.file), home: located.home, secrets };
  const dataDir = join(tmpdir(), `photofinch-ml-worker-${process.pid}`);
  const facts = new Map<string, string>();
  const { host, registration } = createHost({
    ...{ origin, dataDir, options: values, log, signal, serving: true, secret: randomBytes(32) },
    state: {
      get: (key) => facts.get(key),
      set: (key, value) => void facts.set(key, value),
      delete: (key) => void facts.delete(key),
    },
    ...{ index: absent, snapshots: absent, accounts: absent, events: absent, library: absent },
    audit: () => undefined,
    signIn: () => absent,
    settings: { get: () => ({}), onChange: () => undefined },
    timeZone: systemTimeZone,
    onLateFault: (fault) => {
      log.warn(fault.message);
    },
    onWrongAnswer: (error, message) => {
      log.error({ plugin: plugin.name, error: thrownText(error, secrets) }, message);
    },
  });
  const close = async (): Promise<void> => {
    await closeContributions([registration], log);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await registerInTime(plugin.name, () => runAs(origin, () => plugin.register(host)), {
      ...{ limit: usualLimit, secrets, remedy: 'correct that', signal },
    });
    if (registration.fault) throw registration.fault;
    const provided = registration.provided.find(({ kind }) => kind === 'ml-provider');
    if (!provided) throw new PluginFault(plugin.name, 'provides no models', 'name another one in ML_WORKER_PROVIDER');
    const optionNames = Object.keys(plugin.options ?? {});
    return { name: plugin.name, provider: provided.implementation as MlProvider, optionNames, close };
  } catch (error) {
    await close();
    throw registration.fault ?? error;
  } finally {
    registration.close();
  }
}
