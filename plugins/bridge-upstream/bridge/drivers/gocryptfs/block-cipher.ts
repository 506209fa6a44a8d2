import { createDecipheriv } from 'node:crypto';
import sodium from 'libsodium-wrappers-sumo';
import { openSiv } from './aes-siv.ts';
import type { ContentEncryption } from './config.ts';

/** Decrypts the blocks of a file. Each block contains its own nonce and tag. */
export interface BlockCipher {
  /**
   * Bytes that encryption adds to a block: a nonce before the ciphertext, and a tag after it; for AES-SIV, both before it.
   */
  readonly overhead: number;
  /** @throws Error if `sealed` or `associated` was modified */
  open(sealed: Buffer, associated: Buffer): Uint8Array;
}

const tagSize = 16;

/** Maximum over all ciphers, in bytes. */
export const largestOverhead = 24 + tagSize;

export async function blockCipher(encryption: ContentEncryption, key: Buffer): Promise<BlockCipher> {
  switch (encryption) {
    case 'aes-gcm':
      return { overhead: 16 + tagSize, open: (sealed, associated) => openGcm(key, sealed, associated) };
    case 'aes-siv':
      return {
        overhead: 16 + tagSize,
        open: (sealed, associated) => openSiv(key, sealed.subarray(16), [associated, sealed.subarray(0, 16)]),
      };
    case 'xchacha20-poly1305':
      await sodium.ready;
      return { overhead: 24 + tagSize, open: (sealed, associated) => openXChaCha(key, sealed, associated) };
  }
}

function openGcm(key: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  const tagAt = sealed.length - tagSize;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 16), { authTagLength: tagSize });
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plain = decipher.update(sealed.subarray(16, tagAt));
  decipher.final();
  return plain;
}

function openXChaCha(key: Buffer, sealed: Buffer, associated: Buffer): Uint8Array {
  const nonce = sealed.subarray(0, 24);
  return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed.subarray(24), associated, nonce, key);
}
