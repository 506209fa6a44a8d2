import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openDatabase, type Db } from '../db/open.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { StartupError } from '../domain/errors.ts';
import { utcStamp } from '../domain/utc-stamp.ts';

const logs = ['-wal', '-shm'] as const;

/**
 * The sealed settings of an encrypted library from the time of a kept index, with the signing secret that its secrets need;
 * only if the library has another one now. It has no keys, unlike the record of a snapshot: a key that is removed later must
 * not open anything by it.
 */
export const keptSettingsFile = (kept: string): string => `${kept}.settings`;

/**
 * Reads data from an index that is about to be replaced, and merges its write-ahead log into it.
 * @returns null if there is no index, or it cannot be read: it may be replaced because it is damaged
 * @throws StartupError if another process has it open, such as another command, which would continue with the replaced one
 */
export function readReplaced<T>(
  index: string,
  encryption: SqliteEncryption | undefined,
  read: (db: Db) => T,
): T | null {
  if (!existsSync(index)) return null;
  let db: Db | undefined;
  try {
    db = openDatabase(index, { encryption });
    const result = read(db);
    // Fails if another process has the index open.
    db.pragma('journal_mode = DELETE');
    return result;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) {
      throw new StartupError('Another command uses the index: wait for its end, and restore again.', { cause: error });
    }
    return null;
  } finally {
    db?.close();
  }
}

/**
 * Gives the index a second name, so that there is an index at any time. An index too damaged to be opened may still have a
 * log: both are kept, and the original log is removed, since it would be read into the next index.
 * @param time milliseconds since the epoch
 * @returns the second name; null if there is no index
 */
export function keepAside(index: string, time: number): string | null {
  if (!existsSync(index)) return null;
  const keptFile = `${index.replace(/\.sqlite3$/, '')}-replaced-${utcStamp(time)}.sqlite3`;
  for (const log of logs) if (existsSync(index + log)) copyFileSync(index + log, keptFile + log);
  try {
    linkSync(index, keptFile);
  } catch {
    // Not every file system has hard links. The copy first gets another name: an incomplete copy must not look like an
    // index.
    copyFileSync(index, `${keptFile}.part`);
    renameSync(`${keptFile}.part`, keptFile);
  }
  for (const log of logs) rmSync(index + log, { force: true });
  return keptFile;
}

/** The indexes that restores have replaced, and copies of them that are not complete, which end with `.part`. */
export function replacedIndexes(index: string): string[] {
  const folder = dirname(index);
  const pattern = new RegExp(`^${basename(index, '.sqlite3')}-replaced-.*\\.sqlite3(\\.part)?$`);
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));
}

/** Removes the remains of an interrupted restore: second names of the index that is still in use. */
export function removeUnusedNames(index: string): void {
  const inUse = statSync(index, { throwIfNoEntry: false })?.ino;
  for (const file of replacedIndexes(index)) {
    if (file.endsWith('.part') || statSync(file).ino === inUse) {
      rmSync(keptSettingsFile(file), { force: true });
      rmSync(file);
    }
  }
}
