import type { FileHandle } from 'node:fs/promises';
import { StoreError, type FileRange } from '../../driver.ts';
import { readFully } from '../read-file.ts';
import { largestOverhead, type BlockCipher } from './block-cipher.ts';

/*
 * An encrypted file (https://nuetzlich.net/gocryptfs/forward_mode_crypto/): a header with a version of 2 bytes and a random
 * id of 16, then blocks with at most 4 KiB of content. Each block is authenticated together with its number and the file's
 * id, so that blocks cannot be exchanged. An empty file has no header. A hole of a sparse file is a block of zeros, whose
 * plain content is also zeros.
 *
 * Two modifications cannot be detected: a file truncated exactly between two blocks, and a block overwritten with zeros.
 */
const headerSize = 18;
const formatVersion = 2;
const blockSize = 4096;

/** 256 KiB. */
const blocksPerRead = 64;

/**
 * The size of the plain content of an encrypted file of `size` bytes. For a truncated file, the content up to the cut;
 * reading such a file fails.
 */
export function plainSize(size: number, { overhead }: Pick<BlockCipher, 'overhead'>): number {
  const sealed = Math.max(size - headerSize, 0);
  const sealedSize = blockSize + overhead;
  return Math.floor(sealed / sealedSize) * blockSize + Math.max((sealed % sealedSize) - overhead, 0);
}

/**
 * The plain bytes from `start` to `end`, both inclusive, in chunks of at most 256 KiB.
 * @throws StoreError `integrity`; unchanged errors of the file system
 */
export async function* decryptRange(
  file: FileHandle,
  cipher: BlockCipher,
  { start, end }: FileRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat();
  if (end >= plainSize(size, cipher)) throw new StoreError('integrity', 'The encrypted file is shorter than it was.');
  if (size === 0) return;
  refuseStump(size, cipher);
  const fileId = await readFileId(file);
  if (end < start) return;

  const sealedSize = blockSize + cipher.overhead;
  const lastBlock = Math.floor(end / blockSize);
  const buffer = Buffer.allocUnsafeSlow(sealedSize * Math.min(blocksPerRead, lastBlock + 1));
  for (let block = Math.floor(start / blockSize); block <= lastBlock;) {
    signal.throwIfAborted();
    const length = Math.min(buffer.length, sealedSize * (lastBlock - block + 1));
    const bytesRead = await readFully(file, buffer.subarray(0, length), headerSize + block * sealedSize);
    const plain = openBlocks(cipher, buffer.subarray(0, bytesRead), block, fileId);
    const offset = block * blockSize;
    const piece = plain.subarray(Math.max(start - offset, 0), end - offset + 1);
    if (piece.length === 0) throw new StoreError('integrity', 'The encrypted file is shorter than it was.');
    yield piece;
    block += Math.ceil(length / sealedSize);
  }
}

/** Rejects a size that no complete file can have, even if the requested range is before the cut. */
function refuseStump(size: number, { overhead }: BlockCipher): void {
  if (size < headerSize) throw new StoreError('integrity', 'The encrypted file is cut off inside its header.');
  const sealedSize = blockSize + overhead;
  const remainder = (size - headerSize) % sealedSize;
  if (remainder === 0 || remainder > overhead) return;
  const block = Math.floor((size - headerSize) / sealedSize);
  throw new StoreError('integrity', `The encrypted file is cut off at the beginning of block ${block}.`);
}

async function readFileId(file: FileHandle): Promise<Buffer> {
  const header = Buffer.alloc(headerSize);
  await readFully(file, header, 0);
  const version = header.readUInt16BE(0);
  if (version !== formatVersion) {
    throw new StoreError('integrity', `The file does not begin as gocryptfs’ encrypted files do (version ${version}).`);
  }
  return header.subarray(2);
}

/** Decrypts consecutive blocks; the last one may be shorter. */
function openBlocks(cipher: BlockCipher, sealed: Buffer, first: number, fileId: Buffer): Buffer {
  const sealedSize = blockSize + cipher.overhead;
  const count = Math.ceil(sealed.length / sealedSize);
  const plain = Buffer.allocUnsafeSlow(Math.max(sealed.length - count * cipher.overhead, 0));
  const associated = Buffer.concat([Buffer.alloc(8), fileId]);
  for (let i = 0; i < count; i += 1) {
    const block = sealed.subarray(i * sealedSize, (i + 1) * sealedSize);
    if (block.length === sealedSize && isHole(block)) {
      plain.fill(0, i * blockSize, (i + 1) * blockSize);
      continue;
    }
    associated.writeBigUInt64BE(BigInt(first + i));
    plain.set(openBlock(cipher, block, associated, first + i), i * blockSize);
  }
  return plain;
}

function openBlock(cipher: BlockCipher, block: Buffer, associated: Buffer, number: number): Uint8Array {
  try {
    if (block.length <= cipher.overhead) throw new Error('no content');
    return cipher.open(block, associated);
  } catch (error) {
    throw new StoreError(
      'integrity',
      `Block ${number} of the encrypted file is damaged, cut off, or from another place.`,
      { cause: error },
    );
  }
}

/** A whole block of zeros. */
const hole = Buffer.alloc(blockSize + largestOverhead);

const isHole = (block: Buffer): boolean => block.equals(hole.subarray(0, block.length));
