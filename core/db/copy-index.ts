import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runTask } from '../threads/task-process.ts';

/** Bytes that stay free: the index may lie on the same disk and must go on growing. */
const ROOM_LEFT = 64 * 1024 * 1024;

/**
 * Copies the index, as it is at one moment, into a new file of its own; the index goes on being written meanwhile.
 * @param to must not exist; what is there when the copy fails is the caller's to remove
 * @throws Error with a code of SQLite or the system in `code`: `ENOSPC`, before anything is written, when the disk has too
 *   little room; or the reason of `signal`
 */
export async function copyIndex(file: string, to: string, { signal }: { signal: AbortSignal }): Promise<void> {
  signal.throwIfAborted();
  if ((await roomFor(to)) < (await largestSize(file)) + ROOM_LEFT) {
    throw Object.assign(new Error('The disk has too little room for a copy of the index.'), { code: 'ENOSPC' });
  }
  // The index holds what nobody else on this machine should read.
  await (await open(to, 'wx', 0o600)).close();
  await runTask('./copy-index-process', import.meta.url, { file, to }, { signal });
}

/** Bytes that a copy can have at most: pages in the write-ahead log may be new ones. */
async function largestSize(file: string): Promise<number> {
  const log = await stat(`${file}-wal`).catch(() => ({ size: 0 }));
  return (await stat(file)).size + log.size;
}

/** Bytes. */
async function roomFor(file: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(dirname(file));
  // Some network file systems know nothing of their size.
  return blocks === 0 ? Infinity : bavail * bsize;
}
