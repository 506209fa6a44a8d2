import { createHash } from 'node:crypto';
import type { ByteSource } from 'photofinch/plugin-api/toolkit';
import { sameStamp, StoreError, type Driver, type FileStamp, type StoreEntry } from '../driver.ts';
import { Excerpt } from '../facts/excerpt.ts';
import { factsByName, readFacts } from '../facts/read-facts.ts';
import type { ReadFile } from '../journal/file-records.ts';
import type { Pictures } from '../pictures/pictures.ts';

interface Means {
  readonly driver: Driver;
  readonly pictures: Pick<Pictures, 'header'>;
}

/** The result of reading a file. `moving`: it is being written; `gone`: it does not exist any more. */
export type Reading =
  | { readonly outcome: 'read'; readonly file: ReadFile }
  | { readonly outcome: 'moving'; readonly stamp: FileStamp }
  | { readonly outcome: 'gone' };

/**
 * Reads a file once from start to end, for its hash and its facts.
 * @param now epoch seconds
 * @throws StoreError for a failure of the store rather than of the file
 */
export async function readContent(means: Means, entry: StoreEntry, now: number, signal: AbortSignal): Promise<Reading> {
  const { driver } = means;
  try {
    const file = await readWhole(means, entry, now, signal).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'integrity') return unreadFile(entry, error, now);
      throw error;
    });
    // A file that is being written may look damaged, so it only counts as damaged if its stamp has not changed.
    const after = await driver.stat(entry.handle, signal);
    return sameStamp(entry.stamp, after) ? { outcome: 'read', file } : { outcome: 'moving', stamp: after };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return { outcome: 'gone' };
    throw error;
  }
}

/** A file that cannot be read, with the reason. */
export function unreadFile({ path, handle, stamp }: StoreEntry, { message }: StoreError, now: number): ReadFile {
  const facts = factsByName({ path, mtimeMs: stamp.mtimeMs, now });
  return { path, handle, stamp, facts, sha1: null, error: message };
}

async function readWhole(
  { driver, pictures }: Means,
  { path, handle, stamp }: StoreEntry,
  now: number,
  signal: AbortSignal,
): Promise<ReadFile> {
  const hash = createHash('sha1');
  const excerpt = new Excerpt(stamp.size);
  let bytes = 0;
  // A file without content is read, too: an encrypted one may be cut off before its content.
  for await (const piece of driver.read(handle, { start: 0, end: stamp.size - 1 }, signal)) {
    hash.update(piece);
    excerpt.push(piece);
    bytes += piece.byteLength;
  }
  if (bytes !== stamp.size) {
    throw new StoreError('integrity', `The file has ${bytes} bytes where the store announced ${stamp.size}.`);
  }
  const source = storeBytes(driver, { handle, size: stamp.size, head: excerpt.head }, signal);
  const facts = await readFacts({ path, mtimeMs: stamp.mtimeMs, excerpt, source, pictures, now });
  return { path, handle, stamp, facts, sha1: hash.digest('hex'), error: null };
}

/** Random access to a file of a store whose first bytes are already in memory. */
function storeBytes(
  driver: Driver,
  file: { readonly handle: string; readonly size: number; readonly head: Buffer },
  signal: AbortSignal,
): ByteSource {
  const { handle, size, head } = file;
  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size);
      if (start < 0 || start >= end) return Buffer.alloc(0);
      if (end <= head.length) return head.subarray(start, end);
      const pieces: Uint8Array[] = [];
      for await (const piece of driver.read(handle, { start, end: end - 1 }, signal)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
