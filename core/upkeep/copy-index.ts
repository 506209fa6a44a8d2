import { open } from 'node:fs/promises';
import type { CopyProgress } from '../plugin-api/index.ts';
import type { SqliteEncryption } from '../plugin-api/toolkit/index.ts';
import { runTask } from '../threads/task-process.ts';

export interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** The encryption of the file that is read; absent for a plain file. */
export interface EncryptionOption {
  readonly encryption?: SqliteEncryption | null | undefined;
}

/**
 * Copies a consistent state of the index into a new file, while the index may be written. The copy has the encryption of the
 * index.
 * @param to must not exist; if the copy fails, the caller removes the remains
 * @throws Error with a code of SQLite or the system in `code`: `ENOSPC`, before anything is copied, if the disk has too
 * little
 *   space; or the reason of `signal`
 */
export async function copyIndex(
  file: string,
  to: string,
  { signal, onProgress, encryption }: CopyOptions & EncryptionOption,
): Promise<void> {
  signal.throwIfAborted();
  // No other user of this machine may read the content of the index.
  await (await open(to, 'wx', 0o600)).close();
  await runTask(
    './copy-index-process',
    import.meta.url,
    { file, to, encryption },
    { signal, ...(onProgress && { onProgress }) },
  );
}
