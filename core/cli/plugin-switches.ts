import { StartupError } from '../domain/errors.ts';
import { storedEntry, pluginsToLoad, type PluginSwitches } from '../domain/plugin-switches.ts';
import type { Plugin } from '../plugin-api/index.ts';
import { shippedNames } from '../plugin-api/shapes/shipped-name.ts';
import { PluginFault } from '../plugins/fault.ts';
import { locatePlugin, type PluginLocation } from '../plugins/locate.ts';
import { readPlugin } from '../plugins/read-plugin.ts';
import { bridgePlugin, demoPlugin, replaceable } from '../plugins/shipped.ts';
import type { Config } from '../settings/env.ts';
import { createLog } from '../settings/log.ts';
import { version } from '../settings/package-info.ts';
import { keyringOf } from '../encryption/keyring-of.ts';
import { changePluginSwitches, pluginSwitchesOf } from '../upkeep/plain-settings.ts';
import { registerForTrial } from './check-plugin.ts';
import { libraryKeys } from './library-keys.ts';

type Print = (line: string) => void;

/** Prints a line for each plugin: whether the next start of a server loads it, and why. */
export async function listPlugins(config: Config, print: Print): Promise<void> {
  const { plugins, disabled } = pluginsToLoad(config.plugins, await switchesOf(config));
  const usual = [config.demo ? demoPlugin : bridgePlugin, ...replaceable];
  const isOn = (name: string): boolean => plugins.includes(name) || (usual.includes(name) && !disabled.includes(name));
  const reasonOf = (name: string): string => {
    if (config.plugins.includes(name)) return 'named in PLUGINS';
    return plugins.includes(name) ? 'switched on' : 'always loaded';
  };
  const all = [...shippedNames, ...plugins.filter((name) => !shippedNames.includes(name))];
  const width = Math.max(...all.map(({ length }) => length));
  for (const name of all.filter(isOn)) {
    const versionText = await versionOf(name, config).catch((error: unknown) => {
      if (error instanceof StartupError) return error.message;
      throw error;
    });
    print(`on   ${name.padEnd(width)}  ${reasonOf(name).padEnd(16)}  ${versionText}`);
  }
  for (const name of all.filter((one) => !isOn(one))) print(`off  ${name}`);
}

/** The version according to the module; nothing is registered. @throws StartupError */
async function versionOf(name: string, config: Config): Promise<string> {
  return (await read(locatePlugin(name, process.cwd()), config)).version;
}

const read = (located: PluginLocation, config: Config): Promise<Plugin> =>
  readPlugin(located, { log: createLog(config), version });

/**
 * Enables a plugin for the next start of a server.
 * @throws StartupError for a plugin that no server could load
 */
export async function enablePlugin(config: Config, entry: string, print: Print): Promise<void> {
  const name = storedEntry(entry);
  const located = locatePlugin(name, process.cwd());
  const plugin = await read(located, config);
  const missing = Object.entries(plugin.options ?? {}).filter(
    ([option, { required }]) => required && !config.environment[option],
  );
  const complaint = missing.length > 0 ? null : await complaintOf(plugin, located, config);
  const isUsual = replaceable.includes(name);
  await change(config, ({ enabled, disabled }) => ({
    enabled: isUsual || enabled.includes(name) ? enabled : [...enabled, name],
    disabled: disabled.filter((one) => one !== name),
  }));
  print(`${plugin.name} ${plugin.version} is on from the next start of the server.`);
  for (const [option, { describe }] of missing) print(`  It needs ${option}: set it to ${describe}.`);
  if (complaint !== null) print(`  With the settings of this terminal, a server would not start: ${complaint}`);
}

/**
 * The problem of a plugin with its environment, which may be different where the server starts; null if there is none.
 * @throws PluginFault for a problem of the plugin itself
 */
async function complaintOf(plugin: Plugin, located: PluginLocation, config: Config): Promise<string | null> {
  try {
    await (await registerForTrial(plugin, { located, config, serving: false })).stop();
    return null;
  } catch (error) {
    // A cause means that the plugin itself threw the error.
    if (error instanceof PluginFault && error.cause !== undefined) return error.message;
    throw error;
  }
}

/** Disables a plugin for the next start of a server. @throws StartupError for a plugin that other settings load */
export async function disablePlugin(config: Config, entry: string, print: Print): Promise<void> {
  const name = storedEntry(entry);
  if (config.plugins.map(storedEntry).includes(name)) {
    throw new StartupError(`PLUGINS names ${entry}, which counts for more: take it out there.`);
  }
  const isUsual = replaceable.includes(name);
  await change(config, ({ enabled, disabled }) => {
    if (!isUsual && !enabled.includes(name)) throw notSwitchedOn(entry);
    return {
      enabled: enabled.filter((one) => one !== name),
      disabled: isUsual && !disabled.includes(name) ? [...disabled, name] : disabled,
    };
  });
  print(`${entry} is off from the next start of the server.`);
}

function notSwitchedOn(entry: string): StartupError {
  if (entry !== bridgePlugin && entry !== demoPlugin) {
    return new StartupError(`${entry} is not on: see photofinch plugins list.`);
  }
  const setting = entry === bridgePlugin ? 'BRIDGE_URL' : 'DEMO';
  return new StartupError(`${entry} is loaded where it is needed: unset ${setting}.`);
}

/** In an encrypted library, this requires unlocking. */
async function switchesOf(config: Config): Promise<PluginSwitches> {
  const keys = await libraryKeys(config, { mayBePlain: true });
  try {
    return pluginSwitchesOf(config.dataDir, keyringOf(config), keys);
  } finally {
    keys?.wipe();
  }
}

async function change(config: Config, update: (switches: PluginSwitches) => PluginSwitches): Promise<void> {
  const keys = await libraryKeys(config, { mayBePlain: true });
  try {
    await changePluginSwitches(config.dataDir, keyringOf(config), keys, update);
  } finally {
    keys?.wipe();
  }
}
