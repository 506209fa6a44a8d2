import { createHmac, scryptSync } from 'node:crypto';

/** Keys that rclone derives from a crypt remote's password and salt. */
export interface CryptKeys {
  /** 32 bytes, for NaCl secretbox. */
  readonly data: Buffer;
  /** 32 bytes, for AES-256 in EME mode, and for the rotation of obfuscated names. */
  readonly name: Buffer;
  /** 16 bytes. */
  readonly nameTweak: Buffer;
}

/** Used if a remote has no `password2`: https://rclone.org/crypt/#key-derivation */
const defaultSalt = Buffer.from('a80df43a8fbd0308a7cab83e581f86b1', 'hex');

/** Takes about 50 ms. @param salt the remote's `password2`; empty if it has none */
export function deriveKeys(password: string, salt: string): CryptKeys {
  const bytes = scryptSync(password, salt === '' ? defaultSalt : Buffer.from(salt), 80, {
    ...{ N: 16_384, r: 8, p: 1 },
    maxmem: 64 * 1024 * 1024,
  });
  return { data: bytes.subarray(0, 32), name: bytes.subarray(32, 64), nameTweak: bytes.subarray(64, 80) };
}

/** A digest of the keys, which does not reveal them. */
export function fingerprintOf(keys: CryptKeys): string {
  return createHmac('sha256', keys.name).update('fingerprint of a store').digest('hex').slice(0, 16);
}
