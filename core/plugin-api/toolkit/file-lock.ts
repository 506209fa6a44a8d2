import { openSqlite } from './sqlite.ts';

export interface FileLock {
  release(): void;
}

/**
 * Takes a file for this process alone; makes it when it is not there.
 *
 * The lock is an exclusive transaction on an empty SQLite file, which the operating system drops with the process,
 * however that ends: the lock of a dead process never stands in anybody's way. It also drops it when any part of this
 * process opens and closes the file.
 * @param patience milliseconds in which the other process may release it; this one does nothing else meanwhile
 * @returns undefined when another process has it
 * @throws Error with a code of SQLite in `code`; SqliteDriverError
 */
export function tryLockFile(file: string, patience = 0): FileLock | undefined {
  const lock = openSqlite(file, { timeout: patience });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return {
    release: () => {
      lock.close();
    },
  };
}
