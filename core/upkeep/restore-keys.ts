import { basename } from 'node:path';
import { StartupError } from '../domain/errors.ts';
import { Keyring } from '../encryption/keyring.ts';
import type { KeyringContent } from '../encryption/keyring-file.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { isPlainSqlite } from '../plugin-api/toolkit/index.ts';
import type { SnapshotRecord } from './snapshots/snapshot-seal.ts';

/** Asks somebody for what opens a keyring. @throws StartupError when nothing does */
export type UnlockKeyring = (keyring: KeyringContent) => Promise<LibraryKeys>;

interface Known {
  /** Of the library into which it is restored. */
  readonly keys?: LibraryKeys | null;
  readonly unlock?: UnlockKeyring | undefined;
}

/**
 * The keys of a snapshot; null for a plain one.
 * @throws StartupError when nothing opens it
 */
export async function keysOfSnapshot(
  snapshot: string,
  record: SnapshotRecord | undefined,
  { keys, unlock }: Known,
): Promise<LibraryKeys | null> {
  if (isReadable(snapshot)) return null;
  const keyring = record?.keyring;
  // One that lost the file beside it may still be of this library.
  if (!keyring) return keys ?? null;
  if (keys?.library === keyring.library) return keys;
  if (unlock) return unlock(keyring);
  throw new StartupError(
    `${basename(snapshot)} is encrypted, and nothing was given to open it: set UNLOCK_KEY_FILE, or run the command in a terminal, which asks for the passphrase or the recovery key.`,
  );
}

/** @param keys of the keyring. @throws StartupError when somebody has changed it */
export function adoptKeyring(dataDir: string, keyring: KeyringContent, keys: LibraryKeys): void {
  const ring = new Keyring(dataDir);
  // What was cut off had adopted it already.
  if (ring.content()?.library !== keyring.library) ring.adopt(keys, keyring);
}

/** What is not there, or cannot be read, is told of elsewhere. */
function isReadable(file: string): boolean {
  try {
    return isPlainSqlite(file) ?? true;
  } catch {
    return true;
  }
}
