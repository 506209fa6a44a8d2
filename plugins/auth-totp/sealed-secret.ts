import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a secret for its place at rest, with AES-256-GCM.
 * @param key 32 bytes
 * @param owner bound to the secret: what was sealed for one user cannot be opened as another's
 * @returns nonce, ciphertext and tag, base64
 */
export function seal(key: Uint8Array, owner: string, secret: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Null when it was sealed with another key, for somebody else, or is damaged. */
export function unseal(key: Uint8Array, owner: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
