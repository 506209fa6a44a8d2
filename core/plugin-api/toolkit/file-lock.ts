import { openSqlite } from './sqlite.ts';

export interface FileLock {
  release(): void;
}

/**
 * Locks a file for this process; creates it if it is missing.
 *
 * The lock is an exclusive transaction on an empty SQLite file, which the operating system releases when the process ends in
 * any way: the lock of a dead process never blocks others. It is also released when any part of this process opens and
 * closes the file.
 * @param patience milliseconds to wait for another process, blocking
 * @returns undefined if another process has the lock
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
