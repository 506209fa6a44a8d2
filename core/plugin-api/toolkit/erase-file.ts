import { closeSync, fdatasyncSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, isDiskFull } from './error-code.ts';
import { toDisk, toDiskSync } from './to-disk.ts';

/*
 * [Note: Erasing files]
 *
 * Old bytes are overwritten with zeros in place, before their file is removed. SSDs, and file systems that write every
 * change elsewhere (btrfs, ZFS, disk snapshots), write the zeros elsewhere and may keep the old bytes for a while, which
 * cannot be detected.
 *
 * A file with another hard link keeps its bytes, since the link may be a copy: backup programs share unchanged files by hard
 * links (`cp -al`, rsnapshot), and would find zeros.
 */

/** Bytes per write. */
const step = 1024 * 1024;
const zeros = Buffer.alloc(step);

/**
 * Overwrites a file with zeros, which are on the disk when this resolves. A missing file is ignored.
 * @returns false for a file with another hard link, which keeps its bytes
 * @throws the system's error, or the reason of `signal`
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
    // The data must be flushed: once the file is removed, nothing more would be written.
    await handle.datasync();
    return true;
  } finally {
    await handle.close();
  }
}

/** Like `overwriteFile`, without interruption. */
export function overwriteFileSync(file: string): boolean {
  const handle = openIfThere(file);
  if (handle === undefined) return true;
  try {
    if (fstatSync(handle).nlink > 1) return false;
    return overwriteHandle(handle);
  } finally {
    closeSync(handle);
  }
}

/** Overwrites a file, if the disk has room for that, and removes it. @returns false if another hard link keeps the bytes */
export async function eraseFile(file: string, signal?: AbortSignal): Promise<boolean> {
  const isOverwritten = await overwriteFile(file, signal).catch(forgiveFullDisk);
  await rm(file, { force: true });
  return isOverwritten;
}

/** Like `eraseFile`, without interruption. */
export function eraseFileSync(file: string): boolean {
  const isOverwritten = overwriteIfRoom(() => overwriteFileSync(file));
  rmSync(file, { force: true });
  return isOverwritten;
}

/**
 * Renames the small file `newFile`, which is on the disk, to `file`, and overwrites the old file of that name: renaming alone
 * leaves the old bytes in free blocks.
 */
export async function replaceFile(newFile: string, file: string): Promise<void> {
  const oldHandle = await orMissing(open(file, 'r+'));
  try {
    await rename(newFile, file);
    await toDisk(dirname(file));
    if (oldHandle && (await oldHandle.stat()).nlink === 0) overwriteIfRoom(() => overwriteHandle(oldHandle.fd));
  } finally {
    await oldHandle?.close();
  }
}

/** Like `replaceFile`, without interruption. */
export function replaceFileSync(newFile: string, file: string): void {
  const oldHandle = openIfThere(file);
  try {
    renameSync(newFile, file);
    toDiskSync(dirname(file));
    if (oldHandle !== undefined && fstatSync(oldHandle).nlink === 0) overwriteIfRoom(() => overwriteHandle(oldHandle));
  } finally {
    if (oldHandle !== undefined) closeSync(oldHandle);
  }
}

function overwriteIfRoom(overwrite: () => boolean): boolean {
  try {
    return overwrite();
  } catch (error) {
    return forgiveFullDisk(error);
  }
}

/** Copy-on-write file systems may have no space for the zeros, and would keep the old bytes anyway. */
function forgiveFullDisk(error: unknown): true {
  if (isDiskFull(error)) return true;
  throw error;
}

/** @returns true */
function overwriteHandle(handle: number): boolean {
  const { size } = fstatSync(handle);
  for (let at = 0; at < size;) at += writeSync(handle, zeros, 0, Math.min(step, size - at), at);
  fdatasyncSync(handle);
  return true;
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
