import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import sodium from 'libsodium-wrappers-sumo';
import { StoreError, type FileRange } from '../../driver.ts';
import { readFully } from '../read-file.ts';

/*
 * An encrypted file (https://rclone.org/crypt/#file-format): a header with 8 bytes of magic and a nonce of 24, then blocks
 * with at most 64 KiB of content, each a NaCl secretbox with a tag of 16 bytes at its start. The nonce of block n is that
 * of the header plus n, as a little-endian number. An empty file has only a header.
 */
const magic = Buffer.from('RCLONE\0\0', 'latin1');
const headerSize = 32;
const tagSize = 16;
const blockSize = 65_536;
const sealedSize = tagSize + blockSize;

/** Half a MiB: efficient for the disk, and small enough for many concurrent reads. */
const blocksPerRead = 8;

/**
 * The size of the plain content of an encrypted file of `size` bytes. For a truncated file, the content up to the cut;
 * reading such a file fails.
 */
export function plainSize(size: number): number {
  const sealed = Math.max(size - headerSize, 0);
  const remainder = sealed % sealedSize;
  return Math.floor(sealed / sealedSize) * blockSize + Math.max(remainder - tagSize, 0);
}

/**
 * The plain bytes from `start` to `end`, both inclusive, in chunks of at most one block.
 * @throws StoreError `integrity`; unchanged errors of the file system
 */
export async function* decryptRange(
  file: FileHandle,
  key: Uint8Array,
  range: FileRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  await sodium.ready;
  const { size } = await file.stat();
  const nonce = await readNonce(file, size);
  refuseStump(size);
  if (range.end >= plainSize(size)) throw new StoreError('integrity', 'The encrypted file is shorter than it was.');

  const lastBlock = Math.floor(range.end / blockSize);
  const sealed = Buffer.allocUnsafe(sealedSize * Math.min(blocksPerRead, lastBlock + 1));
  let block = Math.floor(range.start / blockSize);
  while (range.end >= range.start && block <= lastBlock) {
    signal.throwIfAborted();
    const length = Math.min(sealed.length, sealedSize * (lastBlock - block + 1));
    const bytesRead = await readFully(file, sealed.subarray(0, length), headerSize + block * sealedSize);
    for (let at = 0; at < length && block <= lastBlock; at += sealedSize) {
      signal.throwIfAborted();
      const plain = openBlock(sealed.subarray(at, Math.min(at + sealedSize, bytesRead)), block, nonce, key);
      const offset = block * blockSize;
      yield plain.subarray(Math.max(range.start - offset, 0), range.end - offset + 1);
      block += 1;
      // A block takes half a millisecond, after which other work gets its turn.
      await nextTurn();
    }
  }
}

/** The result of checking the first block of a file: encrypted with this key, with another key, or not encrypted. */
export type Beginning = 'opens' | 'closed' | 'plain';

/** Undefined if the file has no content to check. */
export async function beginningOf(file: FileHandle, key: Uint8Array): Promise<Beginning | undefined> {
  await sodium.ready;
  const start = Buffer.alloc(headerSize + sealedSize);
  const bytesRead = await readFully(file, start, 0);
  if (bytesRead < magic.length) return bytesRead === 0 ? undefined : 'plain';
  if (!start.subarray(0, magic.length).equals(magic)) return 'plain';
  if (bytesRead <= headerSize + tagSize) return undefined;
  try {
    openBlock(start.subarray(headerSize, bytesRead), 0, start.subarray(magic.length, headerSize), key);
    return 'opens';
  } catch {
    return 'closed';
  }
}

async function readNonce(file: FileHandle, size: number): Promise<Buffer> {
  if (size < headerSize) throw new StoreError('integrity', 'The encrypted file is cut off inside its header.');
  const header = Buffer.alloc(headerSize);
  await readFully(file, header, 0);
  if (!header.subarray(0, magic.length).equals(magic)) {
    throw new StoreError('integrity', 'The file does not begin as rclone’s encrypted files do.');
  }
  return header.subarray(magic.length);
}

/** Rejects a size that no complete file can have, even if the requested range is before the cut. */
function refuseStump(size: number): void {
  const remainder = (size - headerSize) % sealedSize;
  if (remainder === 0 || remainder > tagSize) return;
  const block = Math.floor((size - headerSize) / sealedSize);
  throw new StoreError('integrity', `The encrypted file is cut off at the beginning of block ${block}.`);
}

function openBlock(sealed: Uint8Array, block: number, nonce: Buffer, key: Uint8Array): Uint8Array {
  try {
    return sodium.crypto_secretbox_open_easy(sealed, nonceOf(block, nonce), key);
  } catch (error) {
    throw new StoreError(
      'integrity',
      `Block ${block} of the encrypted file is damaged, cut off, or was encrypted with another key.`,
      { cause: error },
    );
  }
}

function nonceOf(block: number, first: Buffer): Buffer {
  const nonce = Buffer.from(first);
  let carry = block;
  for (let i = 0; i < nonce.length && carry > 0; i += 1) {
    carry += nonce.readUInt8(i);
    nonce[i] = carry % 256;
    carry = Math.floor(carry / 256);
  }
  return nonce;
}
