import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  isDamage,
  openSqlite,
  SqliteDriverError,
  tryLockFile,
  type FileLock,
  type SqliteDatabase,
} from 'photofinch/plugin-api/toolkit';
import { Journal } from './journal.ts';
import { journalTrouble } from './journal-trouble.ts';
import { DamagedJournal, damagedJournal } from './damaged-journal.ts';
import { encryptJournal, settleEncryption } from './encrypt-journal.ts';
import { journalForm, openEncrypted, type JournalForm } from './journal-cipher.ts';
import { driverMigrations, migrate, type Migration } from './schema.ts';

/**
 * Opens the journal of a bridge exclusively; creates the folder and the journal if they are missing.
 *
 * WAL with `synchronous = NORMAL` keeps the file intact after a kill or a power failure. A power failure may lose the last
 * transactions, which the next scan repeats.
 * @param key 32 bytes for encryption
 * @throws DamagedJournal; Error with one sentence for the person who starts the bridge
 */
export function openJournal(folder: string, key: Uint8Array | null = null, options: Adoption = {}): Journal {
  return openJournalOf(driverJournal, folder, key, options);
}

interface Adoption {
  /**
   * Whether an admin vouches for a plain journal where an encrypted one is expected; it is encrypted then. Otherwise it is
   * rejected: a journal decides the identity of each photo, and so what the server shows to whom. An encrypted journal can
   * only come from someone with the keys of the vault, but a plain one from anyone with write access to the folder.
   */
  readonly adopt?: boolean;
}

/** The form of the journal in a data folder. */
export const formOfJournal = (folder: string): JournalForm => journalForm(join(folder, driverJournal.fileName));

/** One of the two kinds of journals. A data folder belongs to the kind that was created in it first. */
export interface JournalKind<T> {
  readonly fileName: string;
  readonly migrations: readonly Migration[];
  readonly make: (db: SqliteDatabase, close: () => void) => T;
}

/** The file name of a journal over a driver. */
export const driverJournalName = 'bridge.sqlite3';

/** The file name of a journal over another bridge, regardless of what is in that bridge's store. */
export const upstreamJournalName = 'proton-faces.sqlite3';

const driverJournal: JournalKind<Journal> = {
  fileName: driverJournalName,
  migrations: driverMigrations,
  make: (db, close) => new Journal(db, close),
};

/** Like `openJournal`, for any kind of journal. */
export function openJournalOf<T>(
  kind: JournalKind<T>,
  folder: string,
  key: Uint8Array | null = null,
  { adopt = false }: Adoption = {},
): T {
  const other = [driverJournalName, upstreamJournalName].find((name) => name !== kind.fileName);
  if (other !== undefined && existsSync(join(folder, other))) {
    throw new Error(
      `BRIDGE_DATA_DIR holds the journal of another kind of store (${other}): give this bridge a folder of its own.`,
    );
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `The bridge's data folder cannot be made (${codeOf(error)}): give this user the right to, or set BRIDGE_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  const lock = holdFolder(folder);
  try {
    const file = join(folder, kind.fileName);
    if (key) {
      settleEncryption(file);
      if (journalForm(file) === 'plain') {
        if (!adopt) throw new Error(plainJournal);
        encrypt(file, key, kind.migrations);
      }
    }
    const db = openFile(file, kind.migrations, key);
    return kind.make(db, () => {
      db.close();
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens a journal that a bridge may have open at the same time, for a single small read or write. Undefined if there is
 * none.
 * @param key for an encrypted journal
 * @throws Error with one sentence for people
 */
export function openJournalBeside(folder: string, key: Uint8Array | null = null): Journal | undefined {
  return openBeside(driverJournal, folder, key);
}

/** Like `openJournalBeside`, for any kind of journal. */
export function openBeside<T>(kind: JournalKind<T>, folder: string, key: Uint8Array | null = null): T | undefined {
  const file = join(folder, kind.fileName);
  if (!existsSync(file)) return undefined;
  const db = openFile(file, kind.migrations, key);
  return kind.make(db, () => {
    db.close();
  });
}

function holdFolder(folder: string): FileLock {
  let lock: FileLock | undefined;
  try {
    lock = tryLockFile(join(folder, 'lock.sqlite3'));
  } catch (error) {
    if (error instanceof SqliteDriverError) throw error;
    throw new Error(
      `The bridge's data folder cannot be written (${codeOf(error)}): give this user the right to, free some space, or set BRIDGE_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  if (lock) return lock;
  throw new Error('Another bridge runs on this data folder: stop it first, or set BRIDGE_DATA_DIR to another folder.');
}

const plainJournal =
  'The journal in BRIDGE_DATA_DIR is not encrypted, though this store is: somebody may have put it there. If it is from an earlier version, or the store was read as a folder before, start once with --adopt-journal (BRIDGE_ADOPT_JOURNAL=1), which encrypts it. If not, put back your copy of BRIDGE_DATA_DIR.';

function encrypt(file: string, key: Uint8Array, migrations: readonly Migration[]): void {
  try {
    encryptJournal(file, key, migrations);
  } catch (error) {
    if (isDamage(error)) throw new DamagedJournal(damagedJournal(basename(file)), { cause: error });
    if (error instanceof SqliteDriverError) throw error;
    throw new Error(
      `The bridge's journal could not be encrypted (${codeOf(error)}), and is as it was: BRIDGE_DATA_DIR needs room for a second copy, and nobody else may use it meanwhile.`,
      { cause: error },
    );
  }
}

function openFile(file: string, migrations: readonly Migration[], key: Uint8Array | null): SqliteDatabase {
  let db: SqliteDatabase | undefined;
  try {
    db = key ? openEncrypted(file, key) : openSqlite(file, { timeout: 5000 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -16384');
    migrate(db, migrations);
    return db;
  } catch (error) {
    db?.close();
    if (!isDamage(error)) {
      const trouble = journalTrouble(error, file);
      throw trouble === undefined ? error : new Error(trouble, { cause: error });
    }
    // SQLite reports the same error for a wrong key and for a damaged first page.
    const isOtherKey = key !== null && (error as { code?: string }).code === 'SQLITE_NOTADB';
    throw new DamagedJournal(
      damagedJournal(basename(file), isOtherKey ? ', or belongs to a store with other keys' : ''),
      {
        cause: error,
      },
    );
  }
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'unknown error';
