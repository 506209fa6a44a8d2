import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuseKind, configuredKind } from './claim-library.ts';
import { eraseRestoring, holdDataFolder, indexFile, restoringFile, vectorsFolder } from '../settings/data-folder.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDatabase, type Db } from '../db/open.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import { bytesText } from '../domain/bytes-text.ts';
import { isDiskFull } from '../domain/error-code.ts';
import { StartupError } from '../domain/errors.ts';
import { keepKind, kindOf, type LibraryKind } from '../store/library-kind.ts';
import { keepAside, readReplaced, removeUnusedNames } from './replaced-index.ts';
import { accountNews, accountsOf, lastUserOf, settleRestored, type AccountFacts } from './restored-copy.ts';
import { removeStrayPictures, settlePictures } from './restored-pictures.ts';
import { takeCopy } from './restoring-copy.ts';
import { existingSigningSecret } from '../services/signing-secret.ts';
import type { CopyProgress } from '../plugin-api/index.ts';
import { eraseFile, toDisk } from '../plugin-api/toolkit/index.ts';
import { keyringChange, keysOfSnapshot, type UnlockKeyring } from './restore-keys.ts';
import { newFormOf, rewriteDatabase } from './conversion/convert-database.ts';
import { refuseLostKeyring } from './conversion/refuse-lost-keyring.ts';
import { recordOf } from './snapshots/snapshot-record.ts';
import { snapshotKey } from './snapshots/snapshot-signature.ts';

/** The number of rows in an index. */
export interface IndexCounts {
  readonly photos: number;
  readonly people: number;
  readonly faces: number;
  readonly users: number;
  readonly tags: number;
}

export interface RestoreReport {
  /** Null if there was no index before, or it could not be read. */
  readonly before: IndexCounts | null;
  readonly after: IndexCounts;
  /** The path of the replaced index; null if there was none. */
  readonly kept: string | null;
  /** Changes to accounts that concern who may sign in, one line each. */
  readonly accounts: readonly string[];
  /** Photos whose thumbnails the indexer makes again. */
  readonly thumbsToMake: number;
}

/** Data about the index that is replaced. */
interface ReplacedIndex {
  readonly kind: LibraryKind | null;
  readonly counts: IndexCounts;
  readonly lastUser: number;
  readonly accounts: readonly AccountFacts[];
}

interface Options {
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Checked until the copy is complete; its reason is thrown then. */
  readonly signal?: AbortSignal;
  /** The server's signing secret, if it is not in the data folder. */
  readonly signingSecret?: string | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** Whether it is the demo's data folder. */
  readonly demo?: boolean | undefined;
  /** Whether a person vouches for a snapshot that this server has not signed. */
  readonly trust?: boolean | undefined;
  /** The keys of the data folder's library, if it is encrypted. */
  readonly keys?: LibraryKeys | null;
  /** Asks for a secret that opens a snapshot of another encrypted library. */
  readonly unlock?: UnlockKeyring | undefined;
  /** Called before a plain library is restored. @throws StartupError if the settings require an encrypted one */
  readonly refusePlain?: () => void;
}

/**
 * Replaces the index with a snapshot; the old index is kept under another name.
 *
 * Only snapshots that this server has taken are restored, unless a person vouches for them, and only with exactly this
 * program's schema; see `takeCopy`. Everything is done on a copy of the snapshot, which is verified and migrated before
 * anything is replaced; a single rename then makes it the index. An interruption before it leaves the old index, and after
 * it the restored one. Everybody has to sign in again; see `settleRestored`.
 * @throws StartupError if a server uses the data folder, the snapshot is not trusted or damaged, or the disk is full
 */
export async function restoreIndex(dataDir: string, snapshot: string, options: Options = {}): Promise<RestoreReport> {
  const { clock = Date.now, signal = new AbortController().signal, demo = false, trust = false } = options;
  const folder = holdDataFolder(dataDir);
  const part = restoringFile(dataDir);
  try {
    const index = indexFile(dataDir);
    removeUnusedNames(index);
    refuseOwnIndex(snapshot, index);
    const record = recordOf(resolve(snapshot));
    const from = await keysOfSnapshot(snapshot, record, options);
    if (!options.keys) refuseLostKeyring(dataDir);
    const keys = options.keys ?? adoptable(index, from, snapshot);
    if (keys === null) options.refusePlain?.();
    const key = snapshotKey(from, from ? null : existingSigningSecret(options.signingSecret, dataDir));
    const encryption = from?.index;
    const encryptAs = from === null ? keys?.index : undefined;
    const { onProgress } = options;
    await takeCopy(snapshot, { part, trust, record, key, encryptAs, encryption, signal, onProgress });
    if (from && keys && from.library !== keys.library) await changeKey(part, from, keys, signal);

    const before = readReplaced(index, keys?.index, factsOf);
    refuseKind(before?.kind ?? null, { dataDir, demo });
    const changes = settle(part, {
      keys,
      dataDir,
      index,
      snapshot,
      kind: configuredKind({ demo }),
      trusted: trust,
      before,
      now: Math.floor(clock() / 1000),
    });
    await toDisk(part);
    const keyring = from && keys && keyringChange(dataDir, resolve(snapshot), { record, from, keys });
    const keptFile = keepAside(index, clock());
    // Caches of the old index. They are removed first, so that they are never used with another index.
    rmSync(vectorsFolder(dataDir), { recursive: true, force: true });
    await keyring?.before();
    await toDisk(dataDir);
    renameSync(part, index);
    await toDisk(dataDir);
    await keyring?.after();
    return { before: before?.counts ?? null, kept: keptFile, ...changes, ...finish(index, dataDir, keys) };
  } catch (error) {
    throw isDiskFull(error) ? noRoom(snapshot, error) : error;
  } finally {
    try {
      eraseRestoring(dataDir);
    } finally {
      folder.release();
    }
  }
}

function refuseOwnIndex(snapshot: string, index: string): void {
  const facts = statSync(snapshot, { throwIfNoEntry: false });
  const inUse = statSync(index, { throwIfNoEntry: false });
  if (facts && facts.ino === inUse?.ino && facts.dev === inUse.dev) {
    throw new StartupError('This is the index itself: choose a snapshot of it.');
  }
}

/** @throws StartupError for a snapshot of the demo in a real library, or the other way round */
function refuseOtherSnapshot(db: Db, snapshot: string, kind: LibraryKind): void {
  const kindOfSnapshot = kindOf(db);
  if (kindOfSnapshot === null || kindOfSnapshot === kind) return;
  const [snapshotKind, libraryKind] =
    kindOfSnapshot === 'demo' ? ['the demo', 'a real library'] : ['a real library', 'the demo'];
  throw new StartupError(
    `${snapshot} is a snapshot of ${snapshotKind} and is not restored into ${libraryKind}: set DATA_DIR, and DEMO=1 for the demo alone.`,
  );
}

/**
 * The keys with which a snapshot of an encrypted library is restored into a plain folder: its own, if the folder has no
 * index.
 * @throws StartupError if the snapshot would have to be decrypted
 */
function adoptable(index: string, from: LibraryKeys | null, snapshot: string): LibraryKeys | null {
  if (!from || !existsSync(index)) return from;
  throw new StartupError(
    `${snapshot} is encrypted and this library is not: encrypt it first with photofinch encrypt, or set DATA_DIR to an empty folder.`,
  );
}

/** Changes the encryption of the copy to the key of the target library. */
async function changeKey(part: string, from: LibraryKeys, to: LibraryKeys, signal: AbortSignal): Promise<void> {
  const target = newFormOf(part);
  await rewriteDatabase({ source: part, target, before: from.index, after: to.index }, signal);
  await eraseFile(part, signal);
  renameSync(target, part);
}

interface SettleOptions {
  readonly keys: LibraryKeys | null;
  readonly dataDir: string;
  readonly index: string;
  readonly snapshot: string;
  /** The kind of the data folder. */
  readonly kind: LibraryKind;
  readonly trusted: boolean;
  readonly before: ReplacedIndex | null;
  /** Epoch seconds. */
  readonly now: number;
}

function settle(part: string, { keys, dataDir, index, snapshot, kind, trusted, before, now }: SettleOptions) {
  const db = openDatabase(part, { encryption: keys?.index });
  try {
    migrate(db, migrations);
    refuseOtherSnapshot(db, snapshot, kind);
    keepKind(db, kind);
    settleRestored(db, { snapshot, trusted, lastUser: before?.lastUser ?? null, now });
    const thumbsToMake = settlePictures(db, dataDir, before && index);
    const accounts = before ? accountNews(before.accounts, accountsOf(db)) : [];
    db.pragma('journal_mode = DELETE');
    return { accounts, thumbsToMake };
  } finally {
    db.close();
  }
}

/** Opens the index in its final place, removes unused pictures, and counts its rows. */
function finish(index: string, dataDir: string, keys: LibraryKeys | null): { after: IndexCounts } {
  const db = openDatabase(index, { readonly: true, encryption: keys?.index });
  try {
    removeStrayPictures(db, dataDir);
    return { after: count(db) };
  } finally {
    db.close();
  }
}

function factsOf(db: Db): ReplacedIndex {
  return { kind: kindOf(db), counts: count(db), lastUser: lastUserOf(db), accounts: accountsOf(db) };
}

function count(db: Db): IndexCounts {
  const rows = (table: string): number => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  return {
    photos: rows('photos'),
    people: rows('people'),
    faces: rows('faces'),
    users: rows('users'),
    tags: rows('tags'),
  };
}

function noRoom(snapshot: string, cause: unknown): StartupError {
  const size = statSync(snapshot, { throwIfNoEntry: false })?.size ?? 0;
  return new StartupError(
    `The disk of the data folder has no room for the restored index of some ${bytesText(size)}: free some space and restore again; the index is as it was.`,
    { cause },
  );
}
