import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

export interface WholeFileOptions {
  /** Where the content is until it is whole; `<path>.part` unless given. Writers at the same time need different ones. */
  readonly part?: string;
  /** Fails if there is a file at `part` already, also one that is a link. */
  readonly exclusive?: boolean;
  /** The permissions of a new file; 0o666 without the umask unless given. */
  readonly mode?: number;
  /** Brings the content to the disk before the file gets its name. Without it, a power cut may leave an empty file. */
  readonly flush?: boolean;
}

/**
 * Writes a file in one step: a reader sees the old content or the new one, never a part of it, even after a kill.
 * @throws what the system says; then nothing is left of the new content
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

/** As `writeWholeFile`, at once. */
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

/** Whether the part was there before, so that it belongs to another writer. */
const isOthers = (error: unknown, exclusive: boolean): boolean => exclusive && errorCode(error) === 'EEXIST';

function removeIfPossible(part: string): void {
  try {
    rmSync(part, { force: true });
  } catch {
    // The first error says why the file was not written.
  }
}
