import { basename } from 'node:path';
import { StartupError } from '../domain/errors.ts';
import { Keyring } from '../encryption/keyring.ts';
import { settingsIn, type KeyringContent } from '../encryption/keyring-content.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { isPlainSqlite } from '../plugin-api/toolkit/index.ts';
import type { SnapshotRecord } from './snapshots/snapshot-record.ts';

/** Asks a person for a secret that opens a keyring. @throws StartupError if none does */
export type UnlockKeyring = (keyring: KeyringContent) => Promise<LibraryKeys>;

interface KeySources {
  /** The keys of the library into which the snapshot is restored. */
  readonly keys?: LibraryKeys | null;
  readonly unlock?: UnlockKeyring | undefined;
}

/**
 * The keys of a snapshot; null for a plain one.
 * @throws StartupError if nothing opens it
 */
export async function keysOfSnapshot(
  snapshot: string,
  record: SnapshotRecord | undefined,
  { keys, unlock }: KeySources,
): Promise<LibraryKeys | null> {
  if (isReadable(snapshot)) return null;
  const keyring = record?.keyring;
  // A snapshot without its record may still be from this library.
  if (!keyring) return keys ?? null;
  if (keys?.library === keyring.library) return keys;
  if (unlock) return unlock(keyring);
  throw new StartupError(
    `${basename(snapshot)} is encrypted, and nothing was given to open it: set UNLOCK_KEY_FILE, or run the command in a terminal, which asks for the passphrase or the recovery key.`,
  );
}

/**
 * Takes over from the keyring of a snapshot what the restored index needs besides keys: the signing secret, which encrypts
 * second factors and plugin secrets. If there is no keyring yet, that of the snapshot becomes the library's.
 * @param from keys of the snapshot
 * @param keys of the library into which it is restored
 * @throws StartupError if a keyring was modified
 */
export async function adoptKeyring(
  dataDir: string,
  keyring: KeyringContent,
  { from, keys }: { from: LibraryKeys; keys: LibraryKeys },
): Promise<void> {
  const ring = new Keyring(dataDir);
  if (from.library !== keys.library) {
    const { signingSecret } = settingsIn(from, keyring);
    await ring.changeSettings(keys, () => ({ signingSecret }));
  } else if (ring.content()?.library !== keyring.library) {
    // An interrupted restore may have done it already.
    await ring.adopt(keys, keyring);
  }
}

/** Missing and unreadable files are reported elsewhere. */
function isReadable(file: string): boolean {
  try {
    return isPlainSqlite(file) ?? true;
  } catch {
    return true;
  }
}
