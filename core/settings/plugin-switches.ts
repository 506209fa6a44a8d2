import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { noPluginSwitches, parsePluginSwitches, type PluginSwitches } from '../domain/plugin-switches.ts';
import { writeWholeFileSync } from '../plugin-api/toolkit/whole-file.ts';
import { makeDataFolder } from './data-folder.ts';

/** The file with the switches of plugins in a plain library; an encrypted one has them in its keyring. */
export const pluginSwitchesFile = (dataDir: string): string => join(dataDir, 'plugins.json');

/** @throws StartupError for an invalid file */
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

/** Written atomically: a server that starts at the same time reads the old file or the new one. */
export function writePluginSwitches(dataDir: string, switches: PluginSwitches): void {
  makeDataFolder(dataDir);
  writeWholeFileSync(pluginSwitchesFile(dataDir), `${JSON.stringify(switches, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/**
 * In an encrypted library, a file with switches is rejected: it could be written without a key, and decides which code runs
 * with the library's keys.
 * @throws StartupError if there is such a file
 */
export function refusePluginSwitchesFile(dataDir: string): void {
  if (!existsSync(pluginSwitchesFile(dataDir))) return;
  throw new StartupError(
    `The file plugins.json in the data folder ${dataDir} was not made by this library, which is encrypted and keeps its switches in keyring.json: remove the file, and switch plugins on with photofinch plugins enable.`,
  );
}
