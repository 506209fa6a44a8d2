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
import { driverMigrations, migrate, type Migration } from './schema.ts';

/**
 * Opens the journal of a bridge, for this process alone; makes the folder and the journal when they are not there.
 *
 * WAL with `synchronous = NORMAL` keeps the file whole through a kill or power loss, and may lose only the last
 * transactions at the latter, which the next scan redoes.
 * @throws Error with one sentence for the person who starts the bridge
 */
export function openJournal(folder: string): Journal {
  return openJournalOf(driverJournal, folder);
}

/** One of the two kinds of journal. A data folder belongs to the kind that was first made in it. */
export interface JournalKind<T> {
  readonly fileName: string;
  readonly migrations: readonly Migration[];
  readonly make: (db: SqliteDatabase, close: () => void) => T;
}

const driverJournal: JournalKind<Journal> = {
  fileName: 'bridge.sqlite3',
  migrations: driverMigrations,
  make: (db, close) => new Journal(db, close),
};

/** What a journal over another bridge is called, whatever is in it. */
export const upstreamJournalName = 'proton-faces.sqlite3';

/** As `openJournal`, for any kind. @throws Error with one sentence for the person who starts the bridge */
export function openJournalOf<T>(kind: JournalKind<T>, folder: string): T {
  const other = [driverJournal.fileName, upstreamJournalName].find((name) => name !== kind.fileName);
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
    const db = openFile(join(folder, kind.fileName), kind.migrations);
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
 * Opens a journal that a bridge may have open at the same time, for one small read or write. Undefined when there is
 * none.
 * @throws Error with one sentence for people
 */
export function openJournalBeside(folder: string): Journal | undefined {
  return openBeside(driverJournal, folder);
}

/** As `openJournalBeside`, for any kind. */
export function openBeside<T>(kind: JournalKind<T>, folder: string): T | undefined {
  const file = join(folder, kind.fileName);
  if (!existsSync(file)) return undefined;
  const db = openFile(file, kind.migrations);
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

function openFile(file: string, migrations: readonly Migration[]): SqliteDatabase {
  let db: SqliteDatabase | undefined;
  try {
    db = openSqlite(file, { timeout: 5000 });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -16384');
    migrate(db, migrations);
    return db;
  } catch (error) {
    db?.close();
    throw isDamage(error) ? new Error(damaged(basename(file)), { cause: error }) : error;
  }
}

const damaged = (name: string): string =>
  `The bridge's journal ${name} in BRIDGE_DATA_DIR is damaged: move it and the files beside it (-wal, -shm) away; the bridge then reads the store anew under a new store id, and the service asks an admin before it goes on.`;

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'unknown error';
