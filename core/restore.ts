import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { holdDataFolder, indexFile } from './data-folder.ts';
import { migrate } from './db/migrate.ts';
import { migrations } from './db/migrations/index.ts';
import { openDatabase, type Db } from './db/open.ts';
import { StartupError } from './domain/errors.ts';
import { indexCopies } from './index-copies.ts';

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
}

/**
 * Puts a snapshot in the place of the index. The snapshot is looked through and brought up to this program's schema
 * before anything is replaced, and the replaced index stays beside it.
 * @param clock milliseconds since the epoch
 * @throws StartupError when a server holds the data folder, or the snapshot is not whole
 */
export async function restoreIndex(dataDir: string, snapshot: string, clock = Date.now): Promise<Restored> {
  const folder = holdDataFolder(dataDir);
  try {
    const index = indexFile(dataDir);
    const from = resolve(snapshot);
    if (from === resolve(index)) throw new StartupError('This is the index itself: name a snapshot of it.');
    const signal = new AbortController().signal;
    const { ok, detail } = await indexCopies(index).verify(from, { signal });
    if (!ok) throw new StartupError(`${snapshot} cannot be restored. ${detail}`);

    const part = join(dataDir, 'restoring.sqlite3');
    removeWithLogs(part);
    try {
      await copyFile(from, part);
      const after = bringForward(part);
      await toDisk(part);
      const before = existsSync(index) ? countsOf(index) : null;
      const kept = keepAside(index, clock());
      renameSync(part, index);
      await toDisk(dirname(index));
      // Caches of the index that was.
      rmSync(join(dataDir, 'vectors'), { recursive: true, force: true });
      return { before, after, kept };
    } finally {
      removeWithLogs(part);
    }
  } finally {
    folder.release();
  }
}

/** Migrates the copy, so that an older snapshot that this program cannot use is noticed while nothing is replaced. */
function bringForward(file: string): IndexCounts {
  const db = openDatabase(file);
  try {
    migrate(db, migrations);
    const counts = count(db);
    db.pragma('journal_mode = DELETE');
    return counts;
  } finally {
    db.close();
  }
}

/**
 * Gives the index a second name, so that there is one at any moment. Its write-ahead log is part of it already, unless
 * it is too damaged to be opened: then the log goes along.
 */
function keepAside(index: string, time: number): string | null {
  if (!existsSync(index)) return null;
  const stamp = new Date(time).toISOString().replaceAll(/[-:]/g, '');
  const kept = `${index.replace(/\.sqlite3$/, '')}-replaced-${stamp}.sqlite3`;
  try {
    linkSync(index, kept);
  } catch {
    // Not every file system has hard links.
    copyFileSync(index, kept);
  }
  for (const log of ['-wal', '-shm']) if (existsSync(index + log)) renameSync(index + log, kept + log);
  return kept;
}

function countsOf(file: string): IndexCounts | null {
  try {
    const db = openDatabase(file);
    try {
      return count(db);
    } finally {
      db.close();
    }
  } catch {
    // What is replaced may well be damaged: that is why it is replaced.
    return null;
  }
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

function removeWithLogs(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
