import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';

/** Erases a folder with all of its files. */
export async function eraseFolder(folder: string, eraseFile: (file: string) => Promise<void>): Promise<void> {
  for (const entry of await entriesOf(folder, { recursive: true })) {
    if (entry.isFile()) await eraseFile(join(entry.parentPath, entry.name));
  }
  await rm(folder, { recursive: true, force: true });
}

/** The entries of a folder; empty if it is missing. */
export async function entriesOf(folder: string, { recursive = false } = {}) {
  try {
    return await readdir(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
