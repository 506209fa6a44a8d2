import { StartupError } from '../domain/errors.ts';
import { fakeHost, type FakeHost } from '../plugin-api/fake-host.ts';
import type { Plugin } from '../plugin-api/index.ts';
import { inTime } from '../plugin-api/toolkit/index.ts';
import { PluginFault, thrownText } from '../plugins/fault.ts';
import { importPlugin, offerContract } from '../plugins/import-plugin.ts';
import { isShipped, locatePlugin } from '../plugins/locate.ts';
import { checkPlugin } from '../plugins/plugin-shape.ts';
import type { Config } from '../settings/env.ts';
import { createLog } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';

/** Milliseconds for the import, and for register, as a server gives them. */
const limit = 30_000;

/**
 * Loads a plugin as a server would, with a temporary host, and prints its contributions.
 * @throws StartupError with the flaw of the plugin
 */
export async function tryPlugin(config: Config, entry: string, print: (line: string) => void): Promise<void> {
  const located = locatePlugin(entry, process.cwd());
  if (!isShipped(located)) offerContract();
  const seconds = `${limit / 1000} s`;
  const late = (what: string) => (): Error => new StartupError(`Plugin ${entry} ${what} within ${seconds}.`);
  const exported = await inTime(importPlugin(located, createLog(config)), limit, late('is not imported'));
  const plugin = checkPlugin(entry, exported, version);
  const secrets = Object.entries(plugin.options ?? {}).flatMap(([option, { secret }]) =>
    secret ? (config.environment[option] ?? []) : [],
  );
  const registering = fakeHost(plugin, {
    environment: config.environment,
    timeZone: config.timeZone,
    serverVersion: version,
  });
  const fake = await inTime(registering, limit, late('has not registered')).catch((error: unknown) => {
    throw isFlaw(error, plugin.name)
      ? error
      : new PluginFault(plugin.name, `does not start (${thrownText(error, secrets)})`, 'correct that', error);
  });
  try {
    print(`${plugin.name} ${plugin.version} can be loaded.`);
    for (const line of given(plugin, fake)) print(`  ${line}`);
  } finally {
    await fake.stop();
  }
}

/** Whether the error is a flaw of the plugin found by the temporary host, or a time limit. */
function isFlaw(error: unknown, name: string): boolean {
  return error instanceof StartupError || (error instanceof Error && error.message.startsWith(`Plugin ${name} `));
}

/** All that a plugin gives, a line for each. */
function given({ options = {}, settings = {} }: Plugin, fake: FakeHost): string[] {
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
