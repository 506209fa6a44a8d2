import { API_VERSION, type OptionSpec, type Plugin } from '../plugin.ts';
import { needsProblem } from './needs.ts';
import type { Problem } from './problem.ts';
import { misspellingProblem } from './misspelling.ts';
import { settingsProblem } from './settings.ts';
import { shippedNameProblem } from './shipped-name.ts';

const validName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const validOption = /^[A-Z][A-Z0-9_]*$/;

/** All properties of a plugin. */
const properties: Readonly<Record<keyof Plugin, true>> = {
  name: true,
  version: true,
  apiVersion: true,
  needs: true,
  options: true,
  settings: true,
  register: true,
};

/** All properties of an option. */
const optionProperties: Readonly<Record<keyof OptionSpec, true>> = {
  describe: true,
  required: true,
  default: true,
  secret: true,
};

/** For compiled TypeScript that is CommonJS, or that Node treats as such. */
export const commonJsProblem: Problem = [
  'is CommonJS',
  'plugins are ES modules, so compile it with "module": "NodeNext" and set "type": "module" in its package.json',
];

/** The problem with a plugin, and its name if that is known. */
export interface PluginFlaw {
  readonly name: string | undefined;
  readonly problem: Problem;
}

interface Circumstances {
  /** The version of the server; undefined if unknown. */
  readonly server?: string | undefined;
  /** Whether the plugin is included with the server. */
  readonly isShipped?: boolean;
}

/** The problem with a module's default export; null if it is a valid plugin. */
export function pluginFlaw(exported: unknown, { server, isShipped = false }: Circumstances = {}): PluginFlaw | null {
  const flaw = (problem: Problem, name?: string): PluginFlaw => ({ name, problem });
  const inNobody = notAnObject(exported) ?? nameProblem((exported as Partial<Plugin>).name);
  if (inNobody) return flaw(inNobody);
  const plugin = exported as Partial<Record<keyof Plugin, unknown>> & { readonly name: string };
  const problem =
    versionProblem(plugin) ??
    needsProblem(plugin.needs, server) ??
    (typeof plugin.register === 'function'
      ? null
      : (['has no register function', 'its default export must have `register(host)`'] as const)) ??
    misspellingProblem(plugin, properties) ??
    optionsProblem(plugin.options) ??
    settingsProblem(plugin.settings);
  if (problem) return flaw(problem, plugin.name);
  // Reported without a name, since the name is that of the other plugin.
  const clash = isShipped ? null : shippedNameProblem(plugin.name);
  return clash && flaw(clash);
}

function notAnObject(exported: unknown): Problem | null {
  if (exported === undefined) return ['has no default export', 'its module must `export default` the plugin object'];
  if (typeof exported === 'function') {
    return ['exports a function or class', 'its default export must be the plugin object itself'];
  }
  if (typeof exported === 'object' && exported !== null) return '__esModule' in exported ? commonJsProblem : null;
  const type = exported === null ? 'null' : `a ${typeof exported}`;
  return [`exports ${type}`, 'its default export must be the plugin object'];
}

function nameProblem(name: unknown): Problem | null {
  if (typeof name !== 'string' || name === '') {
    return ['has no name', 'its default export must have `name`, the name of its package'];
  }
  if (validName.test(name) && name.length <= 214) return null;
  return [
    `calls itself ${JSON.stringify(name)}`,
    'a name must be one that npm would take, such as photofinch-folder or @me/photofinch-folder',
  ];
}

function versionProblem({ version, apiVersion }: Partial<Record<keyof Plugin, unknown>>): Problem | null {
  if (typeof version !== 'string' || version === '') {
    return ['has no version', 'its default export must have `version`, such as 1.0.0'];
  }
  if (apiVersion === API_VERSION) return null;
  if (typeof apiVersion !== 'number') {
    return ['does not say its apiVersion', `its default export must have apiVersion ${API_VERSION}`];
  }
  return [
    `was written for plugin API ${apiVersion}, this server speaks ${API_VERSION}`,
    apiVersion > API_VERSION
      ? 'update the server, or install an older version of the plugin'
      : 'install a newer version of the plugin',
  ];
}

function optionsProblem(options: unknown): Problem | null {
  if (options === undefined) return null;
  if (typeof options !== 'object' || options === null) {
    return ['has options that are not an object', 'declare them as { NAME: { describe } }'];
  }
  for (const [option, spec] of Object.entries(options) as [string, Partial<OptionSpec> | null][]) {
    if (!validOption.test(option)) {
      return [
        `declares the option ${JSON.stringify(option)}`,
        'options are environment variables and are named like FOLDER_PATH',
      ];
    }
    if (typeof spec?.describe !== 'string' || spec.describe === '') {
      return [`does not describe its option ${option}`, 'give it `describe`, with an example'];
    }
    if (spec.default !== undefined && typeof spec.default !== 'string') {
      return [`has a default of ${option} that is not a string`, 'environment variables are strings'];
    }
    const misspelt = misspellingProblem(spec, optionProperties, ` in its option ${option}`);
    if (misspelt) return misspelt;
  }
  return null;
}
