import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * EME (ECB-Mix-ECB) over AES: Halevi and Rogaway, "A Parallelizable Enciphering Mode", 2003. A change in any bit of the
 * input changes the whole output, which is why rclone and gocryptfs encrypt file names with it.
 */

const blockSize = 16;

/** The mode is defined for at most as many blocks as a block has bits. */
const maxBlocks = 128;

type BlockFunction = (blocks: Uint8Array) => Buffer;

interface KeyedBlocks {
  readonly encrypt: BlockFunction;
  readonly decrypt: BlockFunction;
  /** 2^1·E(0), 2^2·E(0), …: one block for each block of the longest input. */
  readonly masks: Buffer;
}

/** Setting up a cipher costs more than decrypting a name, and one key decrypts all names of a store. */
const keyed = new WeakMap<Buffer, KeyedBlocks>();

/**
 * Encrypts or decrypts `data`.
 * @param key 16, 24 or 32 bytes; must not be modified later
 * @param tweak 16 bytes
 * @param data 1 to 128 whole blocks of 16 bytes
 * @throws RangeError if `tweak` or `data` has another length
 */
export function emeTransform(key: Buffer, tweak: Buffer, data: Buffer, direction: 'encrypt' | 'decrypt'): Buffer {
  if (tweak.length !== blockSize) throw new RangeError('an EME tweak has 16 bytes');
  if (data.length === 0 || data.length % blockSize !== 0 || data.length > maxBlocks * blockSize) {
    throw new RangeError('EME takes 1 to 128 blocks of 16 bytes');
  }
  const blocks = keyedBlocks(key);
  const transform = blocks[direction];
  const { masks } = blocks;

  // Each block is encrypted twice, with the mixing in between; each of the two passes is one call for all blocks.
  const mixed = transform(xorAll(data, masks));
  const mixInput = Buffer.from(tweak);
  for (let at = 0; at < mixed.length; at += blockSize) xorInto(mixInput, 0, mixed, at);
  const mixOutput = transform(mixInput);

  const mask = xorAll(mixInput, mixOutput);
  const first = xorAll(mixOutput, tweak);
  for (let at = blockSize; at < mixed.length; at += blockSize) {
    doubleInPlace(mask);
    xorInto(mixed, at, mask, 0);
    xorInto(first, 0, mixed, at);
  }
  first.copy(mixed, 0);

  return xorAll(transform(mixed), masks);
}

/**
 * Removes PKCS #7 padding.
 * @returns undefined if `data` does not end with such a padding, as after decryption with a wrong key
 */
export function unpadPkcs7(data: Buffer): Buffer | undefined {
  const count = data.at(-1);
  if (count === undefined || count < 1 || count > blockSize || data.length % blockSize !== 0) return undefined;
  const end = data.length - count;
  for (let at = end; at < data.length; at += 1) if (data[at] !== count) return undefined;
  return data.subarray(0, end);
}

function keyedBlocks(key: Buffer): KeyedBlocks {
  const existing = keyed.get(key);
  if (existing !== undefined) return existing;
  const algorithm = `aes-${key.length * 8}-ecb`;
  // ECB keeps no state between calls, so one cipher without padding can be reused for all of them.
  const cipher = createCipheriv(algorithm, key, null).setAutoPadding(false);
  const decipher = createDecipheriv(algorithm, key, null).setAutoPadding(false);
  const created: KeyedBlocks = {
    encrypt: (blocks) => cipher.update(blocks),
    decrypt: (blocks) => decipher.update(blocks),
    masks: masksFor(cipher.update(Buffer.alloc(blockSize))),
  };
  keyed.set(key, created);
  return created;
}

function masksFor(encryptedZero: Buffer): Buffer {
  const masks = Buffer.alloc(maxBlocks * blockSize);
  const mask = Buffer.from(encryptedZero);
  for (let at = 0; at < masks.length; at += blockSize) {
    doubleInPlace(mask);
    mask.copy(masks, at);
  }
  return masks;
}

/** Multiplies by two in GF(2^128), the lowest byte first, modulo x^128 + x^7 + x^2 + x + 1. */
function doubleInPlace(block: Buffer): void {
  let carry = 0;
  for (let i = 0; i < blockSize; i += 1) {
    const doubled = (block.readUInt8(i) << 1) | carry;
    carry = doubled >> 8;
    block[i] = doubled;
  }
  if (carry === 1) block.writeUInt8(block.readUInt8(0) ^ 0x87, 0);
}

/** XOR of `left` with the first bytes of `right`. */
export function xorAll(left: Buffer, right: Buffer): Buffer {
  const result = Buffer.allocUnsafe(left.length);
  for (let i = 0; i < left.length; i += 1) result[i] = (left[i] ?? 0) ^ (right[i] ?? 0);
  return result;
}

function xorInto(target: Buffer, targetAt: number, source: Buffer, sourceAt: number): void {
  for (let i = 0; i < blockSize; i += 1) {
    target[targetAt + i] = (target[targetAt + i] ?? 0) ^ (source[sourceAt + i] ?? 0);
  }
}
