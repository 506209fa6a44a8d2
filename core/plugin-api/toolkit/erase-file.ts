import { closeSync, fdatasyncSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, isDiskFull } from './error-code.ts';
import { toDisk, toDiskSync } from './to-disk.ts';

/*
 * [Note: Erasing files]
 *
 * Old bytes are overwritten with zeros where they lie, before their file goes. SSDs, and file systems that write every change
 * elsewhere (btrfs, ZFS, snapshots of a disk), put the zeros elsewhere and may keep the old bytes for a while: nobody but the disk
 * can tell.
 *
 * A file that has another name somewhere is left alone. Its bytes are somebody's copy: backup programs share the files that did
 * not change by hard links (`cp -al`, rsnapshot), and would find zeros.
 */

/** Bytes at a time. */
const step = 1024 * 1024;
const zeros = Buffer.alloc(step);

/**
 * Overwrites a file with zeros, which are on the disk when this resolves. A missing file needs none.
 * @returns false for a file with another name, which keeps its bytes
 * @throws what the system says, or the reason of `signal`
 */
export async function overwriteFile(file: string, signal?: AbortSignal): Promise<boolean> {
  const handle = await orMissing(open(file, 'r+'));
  if (!handle) return true;
  try {
    const { size, nlink } = await handle.stat();
    if (nlink > 1) return false;
    for (let at = 0; at < size;) {
      signal?.throwIfAborted();
      at += (await handle.write(zeros, 0, Math.min(step, size - at), at)).bytesWritten;
    }
    // Of a file that is removed right away nothing more would be written.
    await handle.datasync();
    return true;
  } finally {
    await handle.close();
  }
}

/** As `overwriteFile`, for what must not be interrupted. */
export function overwriteFileSync(file: string): boolean {
  const handle = openIfThere(file);
  if (handle === undefined) return true;
  try {
    if (fstatSync(handle).nlink > 1) return false;
    overwriteHandle(handle);
    return true;
  } finally {
    closeSync(handle);
  }
}

/** Overwrites a file and removes it. @returns false where another name keeps the bytes */
export async function eraseFile(file: string, signal?: AbortSignal): Promise<boolean> {
  const isOverwritten = await overwriteFile(file, signal);
  await rm(file, { force: true });
  return isOverwritten;
}

/** As `eraseFile`, for what must not be interrupted. */
export function eraseFileSync(file: string): boolean {
  const isOverwritten = overwriteFileSync(file);
  rmSync(file, { force: true });
  return isOverwritten;
}

/**
 * Gives the small file `fresh`, which is on the disk, the name `file`, and overwrites the file that had it: renaming alone leaves the
 * old bytes in blocks that are free.
 */
export async function replaceFile(fresh: string, file: string): Promise<void> {
  const old = await orMissing(open(file, 'r+'));
  try {
    await rename(fresh, file);
    await toDisk(dirname(file));
    if (old && (await old.stat()).nlink === 0) overwriteIfRoom(old.fd);
  } finally {
    await old?.close();
  }
}

/** As `replaceFile`, for what must not be interrupted. */
export function replaceFileSync(fresh: string, file: string): void {
  const old = openIfThere(file);
  try {
    renameSync(fresh, file);
    toDiskSync(dirname(file));
    if (old !== undefined && fstatSync(old).nlink === 0) overwriteIfRoom(old);
  } finally {
    if (old !== undefined) closeSync(old);
  }
}

/** File systems that write every change elsewhere may have no room for the zeros, and would keep the old bytes anyway. */
function overwriteIfRoom(handle: number): void {
  try {
    overwriteHandle(handle);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

function overwriteHandle(handle: number): void {
  const { size } = fstatSync(handle);
  for (let at = 0; at < size;) at += writeSync(handle, zeros, 0, Math.min(step, size - at), at);
  fdatasyncSync(handle);
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r+');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function orMissing<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
