import { mkdirSync } from 'node:fs';
import { noPluginSwitches } from '../../core/domain/plugin-switches.ts';
import type { NamedSecret } from '../../core/encryption/keyring.ts';
import { withMac } from '../../core/encryption/keyring-content.ts';
import { writeKeyring } from '../../core/encryption/keyring-file.ts';
import { LibraryKeys } from '../../core/encryption/library-keys.ts';
import { sealSettings, type LibrarySettings } from '../../core/encryption/library-settings.ts';
import { newRecoveryKey } from '../../core/encryption/recovery-key.ts';
import { newSlot } from '../../core/encryption/slots.ts';
import { weakStretching } from '../../core/encryption/stretch.ts';

/** New keys of a library, for tests that need no keyring. */
export function someKeys(fill = 7): LibraryKeys {
  return new LibraryKeys(Buffer.alloc(32, fill), {
    library: `00000000-0000-4000-8000-${String(fill).padStart(12, '0')}`,
    cipher: 'chacha20',
  });
}

/**
 * A recovery key, and the secret with which a keyring is made for it. Unlike a passphrase, it opens the keyring without
 * a delay.
 */
export function someRecovery(): { recoveryKey: string; secret: NamedSecret } {
  const recoveryKey = newRecoveryKey();
  return { recoveryKey, secret: { secret: { kind: 'recovery', recoveryKey }, name: '' } };
}

/** The content of a key file, different for each number. */
export const keyFileContent = (fill: number): Buffer =>
  Buffer.from(Array.from({ length: 64 }, (_, at) => 128 + (at ^ fill)));

/** Settings of a library in which no plugins are switched. */
export const someSettings: LibrarySettings = { signingSecret: Buffer.alloc(32, 3), plugins: noPluginSwitches };

/** Writes a keyring with these keys into a data folder, as in an encrypted library. */
export async function putKeyring(dataDir: string, keys: LibraryKeys, settings = someSettings): Promise<void> {
  const { recoveryKey } = someRecovery();
  const making = { library: keys.library, name: '', now: 0, stretching: weakStretching };
  const slot = await keys.useDataKey((key) => newSlot(key, { kind: 'recovery', recoveryKey }, making));
  mkdirSync(dataDir, { recursive: true });
  const sealed = sealSettings(keys.of('settings'), settings);
  writeKeyring(dataDir, withMac(keys, { state: 'encrypted', generation: 1, slots: [slot], settings: sealed }));
}
