import type { Plugin } from '../plugin-api/index.ts';
import { PluginFault } from './fault.ts';

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
