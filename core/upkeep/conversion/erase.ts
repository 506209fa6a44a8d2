import { open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../domain/error-code.ts';

/*
 * Old bytes are overwritten with zeros where they lie, before their file goes. SSDs and file systems that copy on write (btrfs,
 * ZFS, snapshots of a disk) put the zeros elsewhere and may keep the old bytes for a while: nobody but the disk can tell.
 */

const zeros = Buffer.alloc(1024 * 1024);

/**
 * Overwrites a file with zeros, on the disk when this resolves. A file that is not there needs none.
 * @returns false for a file with another name somewhere, which is left alone: its bytes are somebody's copy
 * @throws what the system says, or the reason of `signal`
 */
export async function overwrite(file: string, signal: AbortSignal): Promise<boolean> {
  const handle = await openThere(file);
  if (!handle) return true;
  try {
    const { size, nlink } = await handle.stat();
    if (nlink > 1) return false;
    for (let at = 0; at < size;) {
      signal.throwIfAborted();
      at += (await handle.write(zeros, 0, Math.min(zeros.length, size - at), at)).bytesWritten;
    }
    await handle.datasync();
    return true;
  } finally {
    await handle.close();
  }
}

/** Overwrites a file and removes it. @returns false where the bytes stay, see `overwrite` */
export async function erase(file: string, signal: AbortSignal): Promise<boolean> {
  const isOverwritten = await overwrite(file, signal);
  await rm(file, { force: true });
  return isOverwritten;
}

/** Erases all that lies in a folder, and the folder. */
export async function eraseFolder(folder: string, eraseFile: (file: string) => Promise<void>): Promise<void> {
  for (const entry of await entriesOf(folder, { recursive: true })) {
    if (entry.isFile()) await eraseFile(join(entry.parentPath, entry.name));
  }
  await rm(folder, { recursive: true, force: true });
}

/** What lies in a folder; nothing where there is no folder. */
export async function entriesOf(folder: string, { recursive = false } = {}) {
  try {
    return await readdir(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function openThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r+');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
