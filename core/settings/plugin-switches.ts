import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { writeWholeFileSync } from '../plugin-api/toolkit/whole-file.ts';

/** Plugins that `photofinch plugins` has switched on and off, beside those in PLUGINS. */
export interface PluginSwitches {
  /** Names, and absolute paths, in the order in which they are loaded. */
  readonly enabled: readonly string[];
  /** Plugins that are loaded by default, and were switched off. */
  readonly disabled: readonly string[];
}

const fileIn = (dataDir: string): string => join(dataDir, 'plugins.json');

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');

/** @throws StartupError for a file that is damaged */
export function readPluginSwitches(dataDir: string): PluginSwitches {
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { enabled: [], disabled: [] };
    throw error;
  }
  const { enabled, disabled } = parsed(text);
  if (areNames(enabled) && areNames(disabled)) return { enabled, disabled };
  throw new StartupError(
    `The file plugins.json in the data folder ${dataDir} has no lists \`enabled\` and \`disabled\`: correct or delete it.`,
  );
}

function parsed(text: string): Partial<Record<keyof PluginSwitches, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Record<keyof PluginSwitches, unknown>>;
  } catch {
    return {};
  }
}

/** Written in one step: a server that starts meanwhile reads the old file or the new one. */
export function writePluginSwitches(dataDir: string, switches: PluginSwitches): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeWholeFileSync(fileIn(dataDir), `${JSON.stringify(switches, null, 2)}\n`, { mode: 0o600, flush: true });
}

/** The plugins to load: PLUGINS wins over the switches. @param named in PLUGINS */
export function pluginsToLoad(
  named: readonly string[],
  { enabled, disabled }: PluginSwitches,
): { readonly plugins: readonly string[]; readonly disabled: readonly string[] } {
  return {
    plugins: [...named, ...enabled.filter((name) => !named.includes(name))],
    disabled: disabled.filter((name) => !named.includes(name)),
  };
}
