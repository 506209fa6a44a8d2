import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openDatabase, type Db } from '../db/open.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { StartupError } from '../domain/errors.ts';
import { utcStamp } from '../domain/utc-stamp.ts';

const logs = ['-wal', '-shm'] as const;

/**
 * Reads what there is to say of an index that is about to be replaced, and makes one file of it: its write-ahead log is
 * part of it afterwards.
 * @returns null when there is none, or none that can be read: what is replaced may well be damaged
 * @throws StartupError when somebody has it open, as a command beside this one: it would go on with the replaced one
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
    const found = read(db);
    // Takes an index that nobody else has open.
    db.pragma('journal_mode = DELETE');
    return found;
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
 * Gives the index a second name, so that there is one at any moment. An index too damaged to be opened may still have a
 * log: both come along, and the log goes, for it would be read into the next index.
 * @param time milliseconds since the epoch
 * @returns the other name; null when there is no index
 */
export function keepAside(index: string, time: number): string | null {
  if (!existsSync(index)) return null;
  const kept = `${index.replace(/\.sqlite3$/, '')}-replaced-${utcStamp(time)}.sqlite3`;
  for (const log of logs) if (existsSync(index + log)) copyFileSync(index + log, kept + log);
  try {
    linkSync(index, kept);
  } catch {
    // Not every file system has hard links. Under another name first: half a copy must not look like an index.
    copyFileSync(index, `${kept}.part`);
    renameSync(`${kept}.part`, kept);
  }
  for (const log of logs) rmSync(index + log, { force: true });
  return kept;
}

/** Removes what a restore that was cut off has left: second names of the index that is still the one in use. */
export function removeUnusedNames(index: string): void {
  const folder = dirname(index);
  const pattern = new RegExp(`^${basename(index, '.sqlite3')}-replaced-.*\\.sqlite3(\\.part)?$`);
  const inUse = statSync(index, { throwIfNoEntry: false })?.ino;
  for (const name of readdirSync(folder).filter((name) => pattern.test(name))) {
    const file = join(folder, name);
    if (name.endsWith('.part') || statSync(file).ino === inUse) rmSync(file);
  }
}
