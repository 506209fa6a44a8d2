import { resolve } from 'node:path';

/** Which plugins `photofinch plugins` has switched on and off, beside those that PLUGINS names. */
export interface PluginSwitches {
  /** Names, and absolute paths, in the order in which they are loaded. */
  readonly enabled: readonly string[];
  /** Plugins that are loaded without being named, and are switched off. */
  readonly disabled: readonly string[];
}

export const noPluginSwitches: PluginSwitches = { enabled: [], disabled: [] };

/** The switches that a file or a keyring holds; undefined for anything else. */
export function parsePluginSwitches(json: unknown): PluginSwitches | undefined {
  const { enabled, disabled } = (json ?? {}) as Partial<Record<keyof PluginSwitches, unknown>>;
  return areNames(enabled) && areNames(disabled) ? { enabled, disabled } : undefined;
}

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');

/** An entry as the switches keep it: a path means the same wherever the server starts. */
export function keptEntry(entry: string): string {
  return /^[./]/.test(entry) || (entry.includes('/') && !entry.startsWith('@')) ? resolve(entry) : entry;
}

/** The plugins to load: PLUGINS counts for more than the switches. @param named in PLUGINS */
export function pluginsToLoad(
  named: readonly string[],
  { enabled, disabled }: PluginSwitches,
): { readonly plugins: readonly string[]; readonly disabled: readonly string[] } {
  const known = new Set(named.map(keptEntry));
  return {
    plugins: [...named, ...enabled.filter((name) => !known.has(name))],
    disabled: disabled.filter((name) => !known.has(name)),
  };
}
