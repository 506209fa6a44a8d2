import type { Dirent } from 'node:fs';
import { opendir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../domain/error-code.ts';

/** The names of folders that the export creates; see `sidecarPath`. */
const ownFolder = /^[a-z0-9_-]{1,64}$/;

interface Options {
  /** Whether the sidecar at a path stays. */
  readonly stays: (path: string) => boolean;
  /** Whether an export wrote the file at a path, and it is unmodified. */
  readonly isOurs: (path: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/**
 * Removes the sidecars of photos without edits, and then the empty folders. Symbolic links are not followed.
 * @returns the number of removed sidecars
 * @throws errors of the disk, or the reason of `signal`
 */
export async function removeStale(folder: string, options: Options): Promise<number> {
  let removed = await removeIn(folder, '', options);
  for (const name of await entriesOf(folder, (entry) => entry.isDirectory() && ownFolder.test(entry.name))) {
    const count = await removeIn(folder, `${name}/`, options);
    removed += count;
    if (count > 0) await rmdir(join(folder, name)).catch(unlessFilled);
  }
  return removed;
}

async function removeIn(folder: string, subfolder: string, { stays, isOurs, signal }: Options): Promise<number> {
  let removed = 0;
  const isSidecar = (entry: Dirent): boolean => entry.isFile() && entry.name.endsWith('.xmp');
  for (const name of await entriesOf(join(folder, subfolder), isSidecar)) {
    signal.throwIfAborted();
    const path = subfolder + name;
    if (stays(path) || !(await isOurs(path))) continue;
    await rm(join(folder, path));
    removed += 1;
  }
  return removed;
}

async function entriesOf(folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) if (isWanted(entry)) names.push(entry.name);
  return names;
}

function unlessFilled(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
}
