import { LibraryKeys } from '../../core/encryption/library-keys.ts';
import { newRecoveryKey } from '../../core/encryption/recovery-key.ts';
import type { NamedSecret } from '../../core/encryption/keyring.ts';

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
