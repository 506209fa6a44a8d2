import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { LibrarySettings } from '../encryption/library-settings.ts';
import type { PluginSwitches } from '../domain/plugin-switches.ts';
import { keepSigningSecret, existingSigningSecret, signingSecretFile } from '../services/signing-secret.ts';
import {
  pluginSwitchesFile,
  readPluginSwitches,
  refusePluginSwitchesFile,
  writePluginSwitches,
} from '../settings/plugin-switches.ts';

/*
 * A plain library has its settings in files, an encrypted one in its keyring. They are moved when the keyring is created,
 * and from then on the files are ignored: otherwise, together with an old keyring in the state `encrypting`, replaced files
 * would be accepted.
 */

/** Reads the settings of a plain library, for its keyring. @throws StartupError for a damaged file */
export function readPlainSettings(dataDir: string): LibrarySettings {
  return {
    signingSecret: existingSigningSecret(undefined, dataDir) ?? randomBytes(32),
    plugins: readPluginSwitches(dataDir),
  };
}

/** Writes the settings files of a library that becomes plain. Existing files are not ours, or from an interrupted run. */
export function writePlainSettings(dataDir: string, { signingSecret, plugins }: LibrarySettings): void {
  rmSync(signingSecretFile(dataDir), { force: true });
  rmSync(pluginSwitchesFile(dataDir), { force: true });
  keepSigningSecret(dataDir, signingSecret);
  if (plugins.enabled.length + plugins.disabled.length > 0) writePluginSwitches(dataDir, plugins);
}

/** The files to erase when the keyring has the settings, including temporary files of killed processes. */
export const plainSettingsFiles = (dataDir: string, names: readonly string[]): readonly string[] => {
  const unfinished = names.filter((name) => /^(signing-secret\.\d+|plugins\.json\.part)$/.test(name));
  return [signingSecretFile(dataDir), pluginSwitchesFile(dataDir), ...unfinished.map((name) => join(dataDir, name))];
};

/**
 * Reads the switches of plugins, from files or the keyring.
 * @param keys null for a plain library
 * @throws StartupError for a damaged file, and for a file in an encrypted library
 */
export function pluginSwitchesOf(dataDir: string, keyring: Keyring, keys: LibraryKeys | null): PluginSwitches {
  if (keys === null) return readPluginSwitches(dataDir);
  refusePluginSwitchesFile(dataDir);
  return keyring.settings(keys).plugins;
}

/** Changes the switches of plugins, in files or the keyring. */
export async function changePluginSwitches(
  dataDir: string,
  keyring: Keyring,
  keys: LibraryKeys | null,
  change: (switches: PluginSwitches) => PluginSwitches,
): Promise<void> {
  const before = pluginSwitchesOf(dataDir, keyring, keys);
  if (keys === null) writePluginSwitches(dataDir, change(before));
  else await keyring.changeSettings(keys, ({ plugins }) => ({ plugins: change(plugins) }));
}
