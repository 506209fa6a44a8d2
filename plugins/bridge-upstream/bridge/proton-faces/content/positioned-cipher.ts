import { createCipheriv, randomBytes } from 'node:crypto';

/** Bytes of a block of AES. */
const block = 16;

/**
 * Encrypts bytes by their position in a file, each position once, and decrypts them the same way: AES-256 in counter
 * mode with a key that never leaves the process. Without authentication: only for bytes that other processes cannot
 * reach.
 */
export class PositionedCipher {
  readonly #key = randomBytes(32);

  /** @param position of the first byte, below 2⁵³ */
  apply(bytes: Uint8Array, position: number): Buffer {
    const into = position % block;
    // The key is used for one file alone, so that the counter may begin at 0.
    const counter = Buffer.alloc(block);
    counter.writeBigUInt64BE(BigInt((position - into) / block), 8);
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    cipher.update(Buffer.alloc(into));
    return cipher.update(bytes);
  }
}
