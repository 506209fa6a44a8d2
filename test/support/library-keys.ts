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

/** Keys of a library of their own, for tests that need no keyring. */
export function someKeys(fill = 7): LibraryKeys {
  return new LibraryKeys(Buffer.alloc(32, fill), {
    library: `00000000-0000-4000-8000-${String(fill).padStart(12, '0')}`,
    cipher: 'chacha20',
  });
}

/** A recovery key, and how a keyring is made with it: unlike a passphrase it opens at once. */
export function someRecovery(): { recoveryKey: string; secret: NamedSecret } {
  const recoveryKey = newRecoveryKey();
  return { recoveryKey, secret: { secret: { kind: 'recovery', recoveryKey }, name: '' } };
}

/** The content of a key file, another one for each number. */
export const keyFileContent = (fill: number): Buffer =>
  Buffer.from(Array.from({ length: 64 }, (_, at) => 128 + (at ^ fill)));

/** Settings of a library without plugins of its own. */
export const someSettings: LibrarySettings = { signingSecret: Buffer.alloc(32, 3), plugins: noPluginSwitches };

/** Gives a data folder the keyring of these keys, as that of an encrypted library. */
export async function putKeyring(dataDir: string, keys: LibraryKeys, settings = someSettings): Promise<void> {
  const { recoveryKey } = someRecovery();
  const making = { library: keys.library, name: '', now: 0, stretching: weakStretching };
  const slot = await keys.useDataKey((key) => newSlot(key, { kind: 'recovery', recoveryKey }, making));
  mkdirSync(dataDir, { recursive: true });
  const sealed = sealSettings(keys.of('settings'), settings);
  writeKeyring(dataDir, withMac(keys, { state: 'encrypted', generation: 1, slots: [slot], settings: sealed }));
}
