import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../plugin-api/toolkit/index.ts';

/** Milliseconds between two looks whether another process is done. */
const pause = 200;

export interface FolderLock {
  release(): void;
}

/**
 * Takes the folder of snapshots for this process alone, as long as it writes there; waits for one that has it.
 *
 * The lock is an exclusive transaction on an empty SQLite file, which the operating system drops with the process,
 * however that ends: the lock of a dead process never stands in anybody's way.
 * @throws Error with a code of SQLite, or the reason of `signal`
 */
export async function lockFolder(folder: string, signal: AbortSignal): Promise<FolderLock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLockFolder(folder);
    if (lock) return lock;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Undefined when another process has it. @throws Error with a code of SQLite */
export function tryLockFolder(folder: string): FolderLock | undefined {
  const lock = openSqlite(join(folder, '.lock'), { timeout: 0 });
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
