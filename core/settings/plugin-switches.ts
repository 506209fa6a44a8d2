import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { noPluginSwitches, parsePluginSwitches, type PluginSwitches } from '../domain/plugin-switches.ts';
import { writeWholeFileSync } from '../plugin-api/toolkit/whole-file.ts';

/** Where a plain library keeps the switches of its plugins; an encrypted one keeps them in its keyring. */
export const pluginSwitchesFile = (dataDir: string): string => join(dataDir, 'plugins.json');

/** @throws StartupError for a file that is no list of switches */
export function readPluginSwitches(dataDir: string): PluginSwitches {
  let text: string;
  try {
    text = readFileSync(pluginSwitchesFile(dataDir), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return noPluginSwitches;
    throw error;
  }
  const switches = parsePluginSwitches(parsed(text));
  if (switches) return switches;
  throw new StartupError(
    `The file plugins.json in the data folder ${dataDir} has no lists \`enabled\` and \`disabled\`: correct or delete it.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Written in one step: a server that starts meanwhile reads the old file or the new one. */
export function writePluginSwitches(dataDir: string, switches: PluginSwitches): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeWholeFileSync(pluginSwitchesFile(dataDir), `${JSON.stringify(switches, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/**
 * An encrypted library takes no switches from a file that needs no key to be written: they name code that runs with its keys.
 * @throws StartupError when there is such a file
 */
export function refusePluginSwitchesFile(dataDir: string): void {
  if (!existsSync(pluginSwitchesFile(dataDir))) return;
  throw new StartupError(
    `The file plugins.json in the data folder ${dataDir} was not made by this library, which is encrypted and keeps its switches in keyring.json: remove the file, and switch plugins on with photofinch plugins enable.`,
  );
}
