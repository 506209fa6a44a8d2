import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { lengthOf } from './body.ts';

/*
 * ChaCha20-Poly1305 (RFC 8439). libsodium has the same cipher, but Node's is ten times faster on pictures of several
 * megabytes. Unlike AES, it is fast without special CPU instructions, which small servers lack. Format: a nonce of 12 random
 * bytes, the ciphertext, a tag of 16 bytes. The name of the content is authenticated too, so that one message cannot replace
 * another.
 */
const cipherName = 'chacha20-poly1305';
const nonceBytes = 12;
const tagBytes = 16;

/** The number of bytes that sealing adds. */
export const sealOverhead = nonceBytes + tagBytes;

/** The number of bytes for each call of the cipher: few enough to stay in the CPU cache. */
const step = 64 * 1024;

/** A message was sealed with another key or name, or has been modified. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}

/** The name of sealed content, unique for each key: kind, session, job, index. */
export type SealName = readonly (string | number)[];

/** Seals the concatenation of pieces. */
export function seal(key: Uint8Array, name: SealName, pieces: readonly Uint8Array[]): Buffer {
  const length = lengthOf(pieces);
  const sealed = Buffer.allocUnsafeSlow(length + sealOverhead);
  const nonce = sealed.subarray(0, nonceBytes);
  randomFillSync(nonce);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(wordsOf(name), { plaintextLength: length });
  let at = nonceBytes;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += step) {
      at += cipher.update(piece.subarray(from, from + step)).copy(sealed, at);
    }
  }
  cipher.final();
  cipher.getAuthTag().copy(sealed, at);
  return sealed;
}

/** @throws NotAuthentic */
export function unseal(key: Uint8Array, name: SealName, sealed: Uint8Array): Buffer {
  const length = sealed.length - sealOverhead;
  if (length < 0) throw new NotAuthentic(`${name.join(' ')} has another length`);
  const bytes = Buffer.allocUnsafeSlow(length);
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(wordsOf(name), { plaintextLength: length });
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  for (let at = 0; at < length; at += step) {
    const end = Math.min(at + step, length);
    bytes.set(decipher.update(sealed.subarray(nonceBytes + at, nonceBytes + end)), at);
  }
  try {
    decipher.final();
  } catch (error) {
    bytes.fill(0);
    throw new NotAuthentic(`${name.join(' ')} was changed, or sealed with another key`, { cause: error });
  }
  return bytes;
}

/** JSON maps different names to different texts. */
const wordsOf = (name: SealName): Buffer => Buffer.from(JSON.stringify(name));
