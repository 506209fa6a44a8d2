import { createCipheriv, randomBytes } from 'node:crypto';

/** The block size of AES in bytes. */
const block = 16;

/**
 * Encrypts bytes depending on their position in a file, and decrypts them in the same way: AES-256 in counter mode, with a
 * key that never leaves the process. Each position may be encrypted only once. Bytes are not authenticated, so this is only
 * for files that other processes cannot access.
 */
export class PositionedCipher {
  readonly #key = randomBytes(32);

  /** @param position of the first byte, below 2⁵³ */
  apply(bytes: Uint8Array, position: number): Buffer {
    const offset = position % block;
    // The key is used for a single file, so the counter may start at 0.
    const counter = Buffer.alloc(block);
    counter.writeBigUInt64BE(BigInt((position - offset) / block), 8);
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    cipher.update(Buffer.alloc(offset));
    return cipher.update(bytes);
  }
}
