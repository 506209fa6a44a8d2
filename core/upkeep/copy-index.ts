import { open } from 'node:fs/promises';
import type { CopyProgress } from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { runTask } from '../threads/task-process.ts';

export interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** How what is read is encrypted; absent for a plain file. */
export interface Encrypted {
  readonly encryption?: SqliteEncryption | null | undefined;
}

/**
 * Copies the index, as it is at one moment, into a new file of its own; the index goes on being written meanwhile. The copy is
 * encrypted as the index is.
 * @param to must not exist; what is there when the copy fails is the caller's to remove
 * @throws Error with a code of SQLite or the system in `code`: `ENOSPC`, before anything is copied, when the disk has too
 *   little room; or the reason of `signal`
 */
export async function copyIndex(
  file: string,
  to: string,
  { signal, onProgress, encryption }: CopyOptions & Encrypted,
): Promise<void> {
  signal.throwIfAborted();
  // The index holds what nobody else on this machine should read.
  await (await open(to, 'wx', 0o600)).close();
  await runTask(
    './copy-index-process',
    import.meta.url,
    { file, to, encryption },
    { signal, ...(onProgress && { onProgress }) },
  );
}
