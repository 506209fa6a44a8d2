import { createHash, randomBytes } from 'node:crypto';

/** A new token that opens a share: 32 random bytes, base64url. */
export function newShareToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a token is stored. No link can be made from it. */
export function shareTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
