import { API_VERSION, type OptionSpec, type Plugin } from '../plugin-api/index.ts';
import { PluginFault } from './fault.ts';

const validName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const validOption = /^[A-Z][A-Z0-9_]*$/;

/**
 * Whether a module's default export is a plugin.
 * @param entry names the plugin until it has said its own name
 * @throws PluginFault
 */
export function checkPlugin(entry: string, exported: unknown): Plugin {
  if (exported === undefined) {
    throw new PluginFault(entry, 'has no default export', 'its module must `export default` the plugin object');
  }
  if (typeof exported === 'function') {
    throw new PluginFault(entry, 'exports a function or class', 'its default export must be the plugin object itself');
  }
  if (typeof exported !== 'object' || exported === null) {
    const what = exported === null ? 'null' : `a ${typeof exported}`;
    throw new PluginFault(entry, `exports ${what}`, 'its default export must be the plugin object');
  }
  const plugin = exported as Partial<Record<keyof Plugin, unknown>>;
  if (typeof plugin.name !== 'string' || plugin.name === '') {
    throw new PluginFault(entry, 'has no name', 'its default export must have `name`, the name of its package');
  }
  if (!validName.test(plugin.name) || plugin.name.length > 214) {
    throw new PluginFault(
      entry,
      `calls itself ${JSON.stringify(plugin.name)}`,
      'a name must be one that npm would take, such as photofinch-folder or @me/photofinch-folder',
    );
  }
  const { name } = plugin;
  if (typeof plugin.version !== 'string' || plugin.version === '') {
    throw new PluginFault(name, 'has no version', 'its default export must have `version`, such as 1.0.0');
  }
  if (plugin.apiVersion !== API_VERSION) throw wrongVersion(name, plugin.apiVersion);
  if (typeof plugin.register !== 'function') {
    throw new PluginFault(name, 'has no register function', 'its default export must have `register(host)`');
  }
  checkOptions(name, plugin.options);
  return exported as Plugin;
}

function wrongVersion(name: string, version: unknown): PluginFault {
  if (typeof version !== 'number') {
    return new PluginFault(
      name,
      'does not say its apiVersion',
      `its default export must have apiVersion ${API_VERSION}`,
    );
  }
  const problem = `was written for plugin API ${version}, this server speaks ${API_VERSION}`;
  return version > API_VERSION
    ? new PluginFault(name, problem, 'update the server, or install an older version of the plugin')
    : new PluginFault(name, problem, 'install a newer version of the plugin');
}

function checkOptions(name: string, options: unknown): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw new PluginFault(name, 'has options that are not an object', 'declare them as { NAME: { describe } }');
  }
  for (const [option, spec] of Object.entries(options) as [string, Partial<OptionSpec> | null][]) {
    if (!validOption.test(option)) {
      throw new PluginFault(
        name,
        `declares the option ${JSON.stringify(option)}`,
        'options are environment variables and are named like FOLDER_PATH',
      );
    }
    if (typeof spec?.describe !== 'string' || spec.describe === '') {
      throw new PluginFault(name, `does not describe its option ${option}`, 'give it `describe`, with an example');
    }
    if (spec.default !== undefined && typeof spec.default !== 'string') {
      throw new PluginFault(
        name,
        `has a default of ${option} that is not a string`,
        'environment variables are strings',
      );
    }
  }
}

export interface OptionValues {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The values that must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * The options that a plugin declares, from the environment. A variable that is set to nothing counts as not set.
 * @throws PluginFault when a required one is missing
 */
export function readOptions(
  plugin: Pick<Plugin, 'name' | 'options'>,
  environment: Readonly<Record<string, string | undefined>>,
): OptionValues {
  const values: Record<string, string | undefined> = {};
  const secrets: string[] = [];
  for (const [option, spec] of Object.entries(plugin.options ?? {})) {
    const value = environment[option] || spec.default;
    if (spec.required && value === undefined) {
      throw new PluginFault(plugin.name, `needs ${option}`, `set it to ${spec.describe}`);
    }
    values[option] = value;
    if (spec.secret && value) secrets.push(value);
  }
  return { values: Object.freeze(values), secrets };
}
