import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockFile, type FileLock } from '../../plugin-api/toolkit/index.ts';

/** Milliseconds between two tries, while another process has the folder. */
const pause = 200;

/**
 * Takes the folder of snapshots for this process alone, as long as it writes there; waits for one that has it.
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

/** Undefined when another process has it. @throws Error with a code of SQLite */
export const tryLockFolder = (folder: string): FileLock | undefined => tryLockFile(join(folder, '.lock'));
