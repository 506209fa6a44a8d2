import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto';

/*
 * [Note: Sealed bytes]
 *
 * AES-256-GCM (NIST SP 800-38D): a magic number of four bytes, a random nonce of 12 bytes, the ciphertext, a tag of 16. The
 * name of the sealed bytes is authenticated with them, so that they cannot be exchanged for others. Random nonces are safe
 * for 2³² messages per key (SP 800-38D, 8.3), so each purpose has its own key.
 *
 * Each nonce is generated when it is used, which takes some 3 µs beside 40 for a thumbnail. Nonces generated in advance
 * would be in memory twice after a virtual machine was cloned or a snapshot of it resumed, and both would use them.
 */
const magic = Buffer.from('PFS1');
const nonceBytes = 12;

/** Bytes that sealing adds: before the ciphertext, after it, and in total. */
export const sealHeadBytes = magic.length + nonceBytes;
export const sealTagBytes = 16;
export const sealOverhead = sealHeadBytes + sealTagBytes;

/** Bytes per cipher call: few enough to stay in the processor's cache. */
const step = 64 * 1024;

/** The bytes were not sealed with this name and key. */
export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
}

/**
 * Encrypts bytes so that any change to them, or to their name, is detected.
 * @param key 32 bytes, for a single purpose
 * @param name identifies these bytes among all others under the key
 */
export function seal(key: Uint8Array, name: string, bytes: Uint8Array): Buffer {
  if (key.every((byte) => byte === 0)) throw new Error('This key was wiped.');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: sealTagBytes });
  cipher.setAAD(Buffer.from(name));
  const pieces: Uint8Array[] = [magic, nonce];
  for (let at = 0; at < bytes.length; at += step) pieces.push(cipher.update(bytes.subarray(at, at + step)));
  cipher.final();
  return Buffer.concat([...pieces, cipher.getAuthTag()]);
}

/** @throws NotAuthentic */
export function unseal(key: Uint8Array, name: string, sealed: Uint8Array): Buffer {
  if (!isSealed(sealed)) throw new NotAuthentic(`${name} is not sealed`);
  const end = sealed.length - sealTagBytes;
  const decipher = decipherOf(key, name, sealed, sealed.subarray(end));
  const bytes = decipher.update(sealed.subarray(sealHeadBytes, end));
  finish(decipher, name);
  return bytes;
}

/** Sealed bytes that were read into three buffers. */
export interface SealedParts {
  readonly head: Uint8Array;
  readonly bytes: Uint8Array;
  readonly tag: Uint8Array;
}

/**
 * Decrypts `bytes` in place, which is faster for large data than allocating memory.
 * @throws NotAuthentic; `bytes` are zeros then
 */
export function unsealInPlace(key: Uint8Array, name: string, { head, bytes, tag }: SealedParts): void {
  try {
    if (!magic.equals(head.subarray(0, magic.length))) throw new NotAuthentic(`${name} is not sealed`);
    const decipher = decipherOf(key, name, head, tag);
    for (let at = 0; at < bytes.length; at += step) bytes.set(decipher.update(bytes.subarray(at, at + step)), at);
    finish(decipher, name);
  } catch (error) {
    bytes.fill(0);
    throw error;
  }
}

function decipherOf(key: Uint8Array, name: string, head: Uint8Array, tag: Uint8Array): DecipherGCM {
  const nonce = head.subarray(magic.length, sealHeadBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: sealTagBytes });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(tag);
  return decipher;
}

function finish(decipher: DecipherGCM, name: string): void {
  try {
    decipher.final();
  } catch (error) {
    throw new NotAuthentic(`${name} was changed, or sealed with another key or under another name`, { cause: error });
  }
}

/** Whether bytes look sealed. No picture, JSON or database begins this way. */
export function isSealed(bytes: Uint8Array): boolean {
  return bytes.length >= sealOverhead && magic.equals(bytes.subarray(0, magic.length));
}
