import { closeSync, fdatasyncSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';

/** Bytes at a time. */
const step = 1024 * 1024;

/**
 * Overwrites a file with zeros, on the disk. On an SSD, and on file systems that write every change elsewhere, the old bytes
 * may stay on the medium nevertheless. Nothing happens where there is no file.
 */
export function overwriteFile(file: string): void {
  let handle: number;
  try {
    handle = openSync(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = fstatSync(handle);
    const zeros = Buffer.alloc(Math.min(step, size));
    for (let at = 0; at < size;) at += writeSync(handle, zeros, 0, Math.min(step, size - at), at);
    // Of a file that is gone nothing more is written.
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Overwrites a file and removes it; nothing happens where there is none. */
export function eraseFile(file: string): void {
  overwriteFile(file);
  rmSync(file, { force: true });
}
