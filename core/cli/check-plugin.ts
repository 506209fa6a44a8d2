import { fakeHost, fakeHostOfShipped, PluginRefused, type FakeHost } from '../plugin-api/fake-host/fake-host.ts';
import type { Plugin } from '../plugin-api/index.ts';
import { PluginFault } from '../plugins/fault.ts';
import { isShipped, locatePlugin, type PluginLocation } from '../plugins/locate.ts';
import { readPlugin, usualLimit } from '../plugins/read-plugin.ts';
import { registerInTime } from '../plugins/register-in-time.ts';
import type { Config } from '../settings/env.ts';
import { createLog } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';

type Print = (line: string) => void;

/**
 * Loads a plugin like a server, with a temporary host, and prints its contributions.
 * @param limit milliseconds for the import, and for register
 * @throws StartupError with the line that would stop a server
 */
export async function tryPlugin(config: Config, entry: string, print: Print, limit = usualLimit): Promise<void> {
  const located = locatePlugin(entry, process.cwd());
  const plugin = await readPlugin(located, { log: createLog(config), version, limit });
  const fake = await registerForTrial(plugin, { located, config, serving: true, limit });
  try {
    print(`${plugin.name} ${plugin.version} can be loaded.`);
    for (const line of configurationLines(plugin, fake)) print(`  ${line}`);
  } finally {
    await fake.stop();
  }
}

interface Trial {
  readonly located: PluginLocation;
  readonly config: Config;
  /** Whether the plugin may start background work. */
  readonly serving: boolean;
  /** Milliseconds. */
  readonly limit?: number;
}

/**
 * Registers a plugin with a fake host, which has to be stopped afterwards.
 * @throws PluginFault with the line that would stop a server
 */
export function registerForTrial(
  plugin: Plugin,
  { located, config, serving, limit = usualLimit }: Trial,
): Promise<FakeHost> {
  const { environment, timeZone } = config;
  const host = isShipped(located) ? fakeHostOfShipped : fakeHost;
  const register = async (): Promise<FakeHost> => {
    try {
      return await host(plugin, { environment, timeZone: timeZone(), serving, serverVersion: version });
    } catch (error) {
      throw error instanceof PluginRefused ? new PluginFault(plugin.name, ...error.problem) : error;
    }
  };
  const secrets = Object.entries(plugin.options ?? {}).flatMap(([option, { secret }]) =>
    secret ? (environment[option] ?? []) : [],
  );
  return registerInTime(plugin.name, register, { limit, secrets, remedy: 'correct that' });
}

/** The contributions that a plugin registered, one line each. */
function configurationLines({ options = {}, settings = {} }: Plugin, fake: FakeHost): string[] {
  const lines = [
    ...fake.kinds.map((kind) => `provides  ${kind}`),
    ...fake.routes.map(({ method, path, access }) => `route     ${method} ${path} (${access})`),
    ...fake.pages.map(({ folder, menu }) => `pages     ${folder}${menu ? `, in the menu for ${menu.role}` : ''}`),
    ...fake.healthChecks.map(({ id }) => `check     ${id}`),
    ...Object.keys(options).map(
      (name) => `option    ${name}${fake.host.options[name] === undefined ? ' (not set)' : ''}`,
    ),
    ...Object.keys(settings).map((key) => `setting   ${key}`),
  ];
  return lines.length > 0 ? lines : ['It provides nothing: register(host) gives nothing to its host.'];
}
