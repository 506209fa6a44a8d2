import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { looksEncrypted } from '../db/open.ts';
import { StartupError } from '../domain/errors.ts';
import { Keyring } from '../encryption/keyring.ts';
import { settingsIn, type KeyringContent } from '../encryption/keyring-content.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { openSettings, type LibrarySettings } from '../encryption/library-settings.ts';
import { isPlainSqlite } from '../plugin-api/toolkit/index.ts';
import { indexFile } from '../settings/data-folder.ts';
import { keptSettingsFile, replacedIndexes } from './replaced-index.ts';
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
  if (!keyring && keys) return keys;
  if (!keyring) {
    if (!looksEncrypted(snapshot)) return null;
    const name = basename(snapshot);
    throw new StartupError(
      `${name} is encrypted, and ${name}.json with the keyring that opens it is not beside it, or is damaged: copy that file there as well, from where the snapshot is from.`,
    );
  }
  if (keys?.library === keyring.library) return keys;
  if (unlock) return unlock(keyring);
  throw new StartupError(
    `${basename(snapshot)} is encrypted, and nothing was given to open it: set UNLOCK_KEY_FILE, or run the command in a terminal, which asks for the passphrase or the recovery key.`,
  );
}

/** What is still to be done with the keyring of the library, before and after the index is replaced. */
interface KeyringChange {
  readonly before: () => Promise<void>;
  readonly after: () => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/**
 * What a restored index needs besides keys: the signing secret of its time, which encrypts second factors and plugin secrets.
 * Without a keyring in the folder, that of the snapshot becomes the library's, before its index is there. Otherwise only its
 * secret is taken over, and afterwards: if this is interrupted, the old index keeps its own, and another restore then takes
 * over the other one. The replaced secret stays beside the kept indexes of its time, which need it when somebody goes back.
 * @param from keys of the snapshot
 * @param keys of the library into which it is restored
 * @throws StartupError if a keyring was modified
 */
export function keyringChange(
  dataDir: string,
  snapshot: string,
  { record, from, keys }: { record: SnapshotRecord | undefined; from: LibraryKeys; keys: LibraryKeys },
): KeyringChange {
  const ring = new Keyring(dataDir);
  const keyring = record?.keyring;
  if (ring.content() === null) return { before: async () => keyring && ring.adopt(keys, keyring), after: nothing };
  const settings = keyring ? settingsIn(from, keyring) : keptSettings(snapshot, from);
  const signingSecret = settings?.signingSecret;
  if (!signingSecret || ring.settings(keys).signingSecret.equals(signingSecret)) {
    return { before: nothing, after: nothing };
  }
  return {
    before: async () => {
      for (const kept of replacedIndexes(indexFile(dataDir)).map(keptSettingsFile)) {
        if (!existsSync(kept)) await writeFile(kept, ring.verified(keys).settings, { mode: 0o600, flush: true });
      }
    },
    after: () => ring.changeSettings(keys, () => ({ signingSecret })),
  };
}

/** Undefined if there are none, or they are of another library. */
function keptSettings(kept: string, keys: LibraryKeys): LibrarySettings | undefined {
  const file = keptSettingsFile(kept);
  return existsSync(file) ? openSettings(keys.of('settings'), readFileSync(file, 'utf8')) : undefined;
}

/** Missing and unreadable files are reported elsewhere. */
function isReadable(file: string): boolean {
  try {
    return isPlainSqlite(file) ?? true;
  } catch {
    return true;
  }
}
