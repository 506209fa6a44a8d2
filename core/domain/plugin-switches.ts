import { resolve } from 'node:path';

/** The plugins that `photofinch plugins` has enabled or disabled, in addition to those in PLUGINS. */
export interface PluginSwitches {
  /** Names and absolute paths, in the order in which they are loaded. */
  readonly enabled: readonly string[];
  /** Plugins that would be loaded by default, but are disabled. */
  readonly disabled: readonly string[];
}

export const noPluginSwitches: PluginSwitches = { enabled: [], disabled: [] };

/** Parses the switches from a file or a keyring; undefined if they are invalid. */
export function parsePluginSwitches(json: unknown): PluginSwitches | undefined {
  const { enabled, disabled } = (json ?? {}) as Partial<Record<keyof PluginSwitches, unknown>>;
  return areNames(enabled) && areNames(disabled) ? { enabled, disabled } : undefined;
}

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');

/** The form of an entry for storage: an absolute path is independent of where the server starts. */
export function storedEntry(entry: string): string {
  return /^[./]/.test(entry) || (entry.includes('/') && !entry.startsWith('@')) ? resolve(entry) : entry;
}

/** The plugins to load: PLUGINS overrides the switches. @param listed the entries of PLUGINS */
export function pluginsToLoad(
  listed: readonly string[],
  { enabled, disabled }: PluginSwitches,
): { readonly plugins: readonly string[]; readonly disabled: readonly string[] } {
  const listedNames = new Set(listed.map(storedEntry));
  return {
    plugins: [...listed, ...enabled.filter((name) => !listedNames.has(name))],
    disabled: disabled.filter((name) => !listedNames.has(name)),
  };
}
