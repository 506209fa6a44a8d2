import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

export interface WholeFileOptions {
  /** Where the content is written until it is complete; default `<path>.part`. Concurrent writers need different ones. */
  readonly part?: string;
  /** Fails if `part` already exists, also as a link. */
  readonly exclusive?: boolean;
  /** The permissions of a new file; default 0o666 minus the umask. */
  readonly mode?: number;
  /** Flushes the content to the disk before the file gets its name. Without it, a power failure may leave an empty file. */
  readonly flush?: boolean;
}

/**
 * Writes a file atomically: readers see the old content or the new one, never a part of it, even after a kill.
 * @throws the system's error; nothing is left of the new content then
 */
export async function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  { part = `${path}.part`, exclusive = false, mode = 0o666, flush = false }: WholeFileOptions = {},
): Promise<void> {
  try {
    await writeFile(part, content, { flag: exclusive ? 'wx' : 'w', mode, flush });
    await rename(part, path);
  } catch (error) {
    if (!isOthers(error, exclusive)) await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The same, synchronously. */
export function writeWholeFileSync(
  path: string,
  content: string | Uint8Array,
  { part = `${path}.part`, exclusive = false, mode = 0o666, flush = false }: WholeFileOptions = {},
): void {
  try {
    writeFileSync(part, content, { flag: exclusive ? 'wx' : 'w', mode, flush });
    renameSync(part, path);
  } catch (error) {
    if (!isOthers(error, exclusive)) removeIfPossible(part);
    throw error;
  }
}

/** Whether the part existed before, so that it belongs to another writer. */
const isOthers = (error: unknown, exclusive: boolean): boolean => exclusive && errorCode(error) === 'EEXIST';

function removeIfPossible(part: string): void {
  try {
    rmSync(part, { force: true });
  } catch {
    // The first error explains why the file was not written.
  }
}
