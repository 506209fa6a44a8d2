import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { LibrarySettings } from '../encryption/library-settings.ts';
import type { PluginSwitches } from '../domain/plugin-switches.ts';
import { keepSigningSecret, knownSigningSecret, signingSecretFile } from '../services/signing-secret.ts';
import {
  pluginSwitchesFile,
  readPluginSwitches,
  refusePluginSwitchesFile,
  writePluginSwitches,
} from '../settings/plugin-switches.ts';

/*
 * A plain library keeps its settings in files of their own, an encrypted one in its keyring. They move there when the keyring is
 * made, and from then on the files count for nothing: with an old keyring that says `encrypting`, files that somebody has put in
 * their place would otherwise be taken over.
 */

/** The settings of a plain library, for its keyring. @throws StartupError for a damaged file */
export function readPlainSettings(dataDir: string): LibrarySettings {
  return {
    signingSecret: knownSigningSecret(undefined, dataDir) ?? randomBytes(32),
    plugins: readPluginSwitches(dataDir),
  };
}

/** Writes the files of a library that becomes plain. Files that are there are not ours, or of a run that was killed. */
export function writePlainSettings(dataDir: string, { signingSecret, plugins }: LibrarySettings): void {
  rmSync(signingSecretFile(dataDir), { force: true });
  rmSync(pluginSwitchesFile(dataDir), { force: true });
  keepSigningSecret(dataDir, signingSecret);
  if (plugins.enabled.length + plugins.disabled.length > 0) writePluginSwitches(dataDir, plugins);
}

/** The files, to be erased where the keyring has them: also parts that a killed process has left. */
export const plainSettingsFiles = (dataDir: string, names: readonly string[]): readonly string[] => {
  const unfinished = names.filter((name) => /^(signing-secret\.\d+|plugins\.json\.part)$/.test(name));
  return [signingSecretFile(dataDir), pluginSwitchesFile(dataDir), ...unfinished.map((name) => join(dataDir, name))];
};

/**
 * The switches of plugins, wherever the library keeps them.
 * @param keys null for a plain library
 * @throws StartupError for a damaged file, and for one in an encrypted library
 */
export function pluginSwitchesOf(dataDir: string, keyring: Keyring, keys: LibraryKeys | null): PluginSwitches {
  if (keys === null) return readPluginSwitches(dataDir);
  refusePluginSwitchesFile(dataDir);
  return keyring.settings(keys).plugins;
}

/** As `pluginSwitchesOf`, to change them. */
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
