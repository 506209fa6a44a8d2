import type { Plugin } from '../plugin-api/index.ts';
import { optionValues, type OptionValues } from '../plugin-api/shapes/options.ts';
import { pluginFlaw } from '../plugin-api/shapes/plugin.ts';
import { PluginFault } from './fault.ts';

/**
 * Whether a module's default export is a plugin.
 * @param entry names the plugin until it has said its own name
 * @param server the version of the server
 * @throws PluginFault
 */
export function checkPlugin(entry: string, exported: unknown, server?: string): Plugin {
  const flaw = pluginFlaw(exported, server);
  if (flaw) throw new PluginFault(flaw.name ?? entry, ...flaw.problem);
  return exported as Plugin;
}

/** @throws PluginFault when a required one is missing */
export function readOptions(
  plugin: Pick<Plugin, 'name' | 'options'>,
  environment: Readonly<Record<string, string | undefined>>,
): OptionValues {
  const options = optionValues(plugin, environment);
  if (options.problem) throw new PluginFault(plugin.name, ...options.problem);
  return options;
}
