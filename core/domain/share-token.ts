import { createHash, randomBytes } from 'node:crypto';

/** A new token for a share: 32 random bytes, base64url. */
export function newShareToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token, from which no link can be derived. */
export function shareTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
