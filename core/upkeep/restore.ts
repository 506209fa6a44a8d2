import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuseKind, wantedKind } from './claim-library.ts';
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
import { knownSigningSecret } from '../services/signing-secret.ts';
import type { CopyProgress } from '../plugin-api/index.ts';
import { eraseFile, toDisk } from '../plugin-api/toolkit/index.ts';
import { adoptKeyring, keysOfSnapshot, type UnlockKeyring } from './restore-keys.ts';
import { newFormOf, rewriteDatabase } from './conversion/convert-database.ts';
import { refuseLostKeyring } from './conversion/refuse-lost-keyring.ts';
import { recordOf } from './snapshots/snapshot-record.ts';
import { snapshotKey } from './snapshots/snapshot-signature.ts';

/** How much is in an index. */
export interface IndexCounts {
  readonly photos: number;
  readonly people: number;
  readonly faces: number;
  readonly users: number;
  readonly tags: number;
}

export interface Restored {
  /** Null when there was no index before, or none that could be read. */
  readonly before: IndexCounts | null;
  readonly after: IndexCounts;
  /** Where the replaced index lies now; null when there was none. */
  readonly kept: string | null;
  /** What changed about who may enter, a line each. */
  readonly accounts: readonly string[];
  /** Photos whose thumbnails the indexer makes anew. */
  readonly thumbsToMake: number;
}

/** What is known of the index that is replaced. */
interface Replaced {
  readonly kind: LibraryKind | null;
  readonly counts: IndexCounts;
  readonly lastUser: number;
  readonly accounts: readonly AccountFacts[];
}

interface Options {
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** Heeded until the copy is whole; its reason is thrown then. */
  readonly signal?: AbortSignal;
  /** The server's, where it is not kept in the data folder. */
  readonly signingSecret?: string | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** Whether it is the demo's data folder. */
  readonly demo?: boolean | undefined;
  /** Somebody vouches for a snapshot that this server does not know for its own. */
  readonly trust?: boolean | undefined;
  /** Of the data folder's library, if that is encrypted. */
  readonly keys?: LibraryKeys | null;
  /** Asks for what opens a snapshot of another encrypted library. */
  readonly unlock?: UnlockKeyring | undefined;
  /** Is called before a plain library is restored. @throws StartupError where the settings ask for an encrypted one */
  readonly refusePlain?: () => void;
}

/**
 * Puts a snapshot in the place of the index, which stays beside it under another name.
 *
 * Only what this server has taken is restored, unless somebody vouches for it, and what has this program's own schema; see
 * `takeCopy`. All is done on a copy of the snapshot, which is verified and brought up to this version before anything
 * is replaced; one renaming then makes it the index. Whoever is interrupted before has the index that was, and after it
 * the restored one. Everybody has to sign in again; see `settleRestored`.
 * @throws StartupError when a server holds the data folder, the snapshot is not to be trusted or not whole, or the disk has
 *   no room
 */
export async function restoreIndex(dataDir: string, snapshot: string, options: Options = {}): Promise<Restored> {
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
    const key = snapshotKey(from, from ? null : knownSigningSecret(options.signingSecret, dataDir));
    const encryption = from?.index;
    const encryptAs = from === null ? keys?.index : undefined;
    const { onProgress } = options;
    await takeCopy(snapshot, { part, trust, record, key, encryptAs, encryption, signal, onProgress });
    if (from && keys && from.library !== keys.library) await changeKey(part, from, keys, signal);

    const before = readReplaced(index, keys?.index, factsOf);
    refuseKind(before?.kind ?? null, { dataDir, demo });
    const settled = settle(part, {
      keys,
      dataDir,
      index,
      snapshot,
      kind: wantedKind({ demo }),
      trusted: trust,
      before,
      now: Math.floor(clock() / 1000),
    });
    await toDisk(part);
    const kept = keepAside(index, clock());
    // Caches of the index that was. Before it goes, so that they never stand beside another one.
    rmSync(vectorsFolder(dataDir), { recursive: true, force: true });
    const adopt = async (): Promise<void> => {
      if (from && keys && record?.keyring) await adoptKeyring(dataDir, record.keyring, { from, keys });
    };
    // A keyring comes before its index. The signing secret of another library comes after it, so that the index which was there keeps
    // its own if this is cut off; restoring once more then brings the other.
    const isOfAnother = from?.library !== keys?.library;
    if (!isOfAnother) await adopt();
    await toDisk(dataDir);
    renameSync(part, index);
    await toDisk(dataDir);
    if (isOfAnother) await adopt();
    return { before: before?.counts ?? null, kept, ...settled, ...finish(index, dataDir, keys) };
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

/** @throws StartupError for a snapshot of the demo in a real library, and the other way round */
function refuseOtherSnapshot(db: Db, snapshot: string, kind: LibraryKind): void {
  const found = kindOf(db);
  if (found === null || found === kind) return;
  const [of, into] = found === 'demo' ? ['the demo', 'a real library'] : ['a real library', 'the demo'];
  throw new StartupError(
    `${snapshot} is a snapshot of ${of} and is not restored into ${into}: set DATA_DIR, and DEMO=1 for the demo alone.`,
  );
}

/**
 * A snapshot of an encrypted library goes with its keyring into a folder that has none and no index.
 * @throws StartupError where it would have to be decrypted
 */
function adoptable(index: string, from: LibraryKeys | null, snapshot: string): LibraryKeys | null {
  if (!from || !existsSync(index)) return from;
  throw new StartupError(
    `${snapshot} is encrypted and this library is not: encrypt it first with photofinch encrypt, or set DATA_DIR to an empty folder.`,
  );
}

/** Gives the copy the key of the library that it comes into. */
async function changeKey(part: string, from: LibraryKeys, to: LibraryKeys, signal: AbortSignal): Promise<void> {
  const target = newFormOf(part);
  await rewriteDatabase({ source: part, target, before: from.index, after: to.index }, signal);
  await eraseFile(part, signal);
  renameSync(target, part);
}

interface Settling {
  readonly keys: LibraryKeys | null;
  readonly dataDir: string;
  readonly index: string;
  readonly snapshot: string;
  /** Of the data folder. */
  readonly kind: LibraryKind;
  readonly trusted: boolean;
  readonly before: Replaced | null;
  /** Epoch seconds. */
  readonly now: number;
}

function settle(part: string, { keys, dataDir, index, snapshot, kind, trusted, before, now }: Settling) {
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

/** Looks at the index in its place: what is counted there is what there is now. */
function finish(index: string, dataDir: string, keys: LibraryKeys | null): { after: IndexCounts } {
  const db = openDatabase(index, { readonly: true, encryption: keys?.index });
  try {
    removeStrayPictures(db, dataDir);
    return { after: count(db) };
  } finally {
    db.close();
  }
}

function factsOf(db: Db): Replaced {
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
