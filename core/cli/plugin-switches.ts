import { resolve } from 'node:path';
import { StartupError } from '../domain/errors.ts';
import type { Plugin } from '../plugin-api/index.ts';
import { checkPlugin } from '../plugins/plugin-shape.ts';
import { importPlugin, offerContract } from '../plugins/import-plugin.ts';
import { isShipped, locatePlugin, shippedNames } from '../plugins/locate.ts';
import { bridgePlugin, demoPlugin, replaceable } from '../plugins/shipped.ts';
import type { Config } from '../settings/env.ts';
import { createLog } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';
import { pluginsToLoad, readPluginSwitches, writePluginSwitches } from '../settings/plugin-switches.ts';

type Print = (line: string) => void;

/** Prints a line for each plugin: whether and why the next start of a server loads it. */
export async function listPlugins(config: Config, print: Print): Promise<void> {
  const { plugins, disabled } = pluginsToLoad(config.plugins, readPluginSwitches(config.dataDir));
  const usual = [config.demo ? demoPlugin : bridgePlugin, ...replaceable];
  const isOn = (name: string): boolean => plugins.includes(name) || (usual.includes(name) && !disabled.includes(name));
  const why = (name: string): string => {
    if (config.plugins.includes(name)) return 'named in PLUGINS';
    return plugins.includes(name) ? 'switched on' : 'always loaded';
  };
  const shipped = shippedNames();
  const all = [...shipped, ...plugins.filter((name) => !shipped.includes(name))];
  const width = Math.max(...all.map(({ length }) => length));
  for (const name of all.filter(isOn)) {
    const what = await versionOf(name, config).catch((error: unknown) => {
      if (error instanceof StartupError) return error.message;
      throw error;
    });
    print(`on   ${name.padEnd(width)}  ${why(name).padEnd(16)}  ${what}`);
  }
  for (const name of all.filter((one) => !isOn(one))) print(`off  ${name}`);
}

/** As the module says it; nothing is registered. @throws StartupError */
async function versionOf(name: string, config: Config): Promise<string> {
  return (await imported(name, config)).version;
}

async function imported(name: string, config: Config): Promise<Plugin> {
  const located = locatePlugin(name, process.cwd());
  if (!isShipped(located)) offerContract();
  return checkPlugin(name, await importPlugin(located, createLog(config)), version);
}

/** Has the server load a plugin from its next start on. @throws StartupError for one that it could not load */
export async function enablePlugin(config: Config, entry: string, print: Print): Promise<void> {
  const name = asKept(entry);
  const plugin = await imported(name, config);
  const { enabled, disabled } = readPluginSwitches(config.dataDir);
  const isUsual = replaceable.includes(name);
  writePluginSwitches(config.dataDir, {
    enabled: isUsual || enabled.includes(name) ? enabled : [...enabled, name],
    disabled: disabled.filter((one) => one !== name),
  });
  print(`${plugin.name} ${plugin.version} is on from the next start of the server.`);
  for (const [option, { describe, required }] of Object.entries(plugin.options ?? {})) {
    if (required && !config.environment[option]) print(`  It needs ${option}: set it to ${describe}.`);
  }
}

/** Has the server leave a plugin out from its next start on. @throws StartupError for one that other settings load */
export function disablePlugin(config: Config, entry: string, print: Print): void {
  const name = asKept(entry);
  if (config.plugins.includes(entry)) {
    throw new StartupError(`PLUGINS names ${entry}, which counts for more: take it out there.`);
  }
  if (name === bridgePlugin || name === demoPlugin) {
    throw new StartupError(
      `${name} is loaded where it is needed: unset ${name === bridgePlugin ? 'BRIDGE_URL' : 'DEMO'}.`,
    );
  }
  const { enabled, disabled } = readPluginSwitches(config.dataDir);
  const isUsual = replaceable.includes(name);
  if (!isUsual && !enabled.includes(name)) throw new StartupError(`${entry} is not on: see photofinch plugins list.`);
  writePluginSwitches(config.dataDir, {
    enabled: enabled.filter((one) => one !== name),
    disabled: isUsual && !disabled.includes(name) ? [...disabled, name] : disabled,
  });
  print(`${entry} is off from the next start of the server.`);
}

/** A path means the same wherever the server starts. */
function asKept(entry: string): string {
  return /^[./]/.test(entry) || (entry.includes('/') && !entry.startsWith('@')) ? resolve(entry) : entry;
}
