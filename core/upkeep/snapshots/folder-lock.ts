import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockFile, type FileLock } from '../../plugin-api/toolkit/index.ts';

/** Milliseconds between two attempts while another process holds the lock. */
const pause = 200;

/**
 * Locks the folder of snapshots for writing; waits while another process holds the lock.
 * @throws Error with a code of SQLite, or the reason of `signal`
 */
export async function lockFolder(folder: string, signal: AbortSignal): Promise<FileLock> {
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLockFolder(folder);
    if (lock) return lock;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Undefined if another process holds the lock. @throws Error with a code of SQLite */
export const tryLockFolder = (folder: string): FileLock | undefined => tryLockFile(join(folder, '.lock'));
