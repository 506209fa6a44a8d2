import type { FileHandle } from 'node:fs/promises';
import { StoreError, type FileRange } from '../driver.ts';
import { storeErrorOf, type StoreFiles } from './store-files.ts';

/**
 * Reads the contents of a file, and closes it afterwards, even after an early return or a failure.
 * @throws StoreError `integrity` also for an unreadable file in a readable store: a disk error, or an error of a damaged
 * vault's mount, that affects one file must not count as a failure of the store
 */
export async function* readFile(
  files: StoreFiles,
  handle: string,
  signal: AbortSignal,
  contents: (file: FileHandle) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  let file: FileHandle | undefined;
  try {
    file = await files.open(handle);
    yield* contents(file);
  } catch (error) {
    const failure = storeErrorOf(error);
    if (!(failure instanceof StoreError) || failure.code !== 'unreachable') throw failure;
    throw (await files.canBeListed()) ? new StoreError('integrity', failure.message, { cause: error }) : failure;
  } finally {
    await file?.close();
  }
}

const pieceSize = 256 * 1024;

/** The raw bytes of a range of the file. @throws StoreError `integrity` if the file ends before */
export async function* readRange(
  file: FileHandle,
  { start, end }: FileRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end;) {
    signal.throwIfAborted();
    const buffer = Buffer.allocUnsafeSlow(Math.min(pieceSize, end - at + 1));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new StoreError('integrity', 'The file is shorter than it was.');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/**
 * The first bytes of a file, at most `limit`; undefined if there is no such file.
 * @throws StoreError
 */
export async function readHead(files: StoreFiles, handle: string, limit: number): Promise<Buffer | undefined> {
  try {
    const file = await files.open(handle);
    try {
      const buffer = Buffer.alloc(limit);
      return buffer.subarray(0, await readFully(file, buffer, 0));
    } finally {
      await file.close();
    }
  } catch (error) {
    const failure = storeErrorOf(error);
    if (failure instanceof StoreError && failure.code === 'not_found') return undefined;
    throw failure;
  }
}

/** Fills `target` from `position` on, as far as the file reaches. @returns the number of bytes */
export async function readFully(file: FileHandle, target: Uint8Array, position: number): Promise<number> {
  let total = 0;
  while (total < target.length) {
    const { bytesRead } = await file.read(target, total, target.length - total, position + total);
    if (bytesRead === 0) break;
    total += bytesRead;
  }
  return total;
}
