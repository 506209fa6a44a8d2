import { decodeBase32768 } from './base32768.ts';

/** rclone's `filename_encoding`. */
export type NameEncoding = 'base32' | 'base64' | 'base32768';

/** Decodes an encrypted name; undefined if it does not have this encoding. */
export const decodeName: Readonly<Record<NameEncoding, (name: string) => Buffer | undefined>> = {
  base32: decodeBase32Hex,
  base64: decodeBase64Url,
  base32768: decodeBase32768,
};

const base32Digits = new Map(Array.from('0123456789abcdefghijklmnopqrstuv', (digit, value) => [digit, value]));

/** RFC 4648 with the extended hex alphabet, without padding and case-insensitive. */
function decodeBase32Hex(name: string): Buffer | undefined {
  const bytes = Buffer.alloc(Math.floor((name.length * 5) / 8));
  let pending = 0;
  let pendingBits = 0;
  let at = 0;
  for (const digit of name.toLowerCase()) {
    const value = base32Digits.get(digit);
    if (value === undefined) return undefined;
    pending = (pending << 5) | value;
    pendingBits += 5;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes[at] = pending >> pendingBits;
      at += 1;
      pending &= (1 << pendingBits) - 1;
    }
  }
  // If five bits or more are left, there is one digit too many.
  return pendingBits < 5 ? bytes : undefined;
}

function decodeBase64Url(name: string): Buffer | undefined {
  // Node ignores invalid characters, but a name with such characters is not an encrypted name.
  return /^[A-Za-z0-9_-]+$/.test(name) ? Buffer.from(name, 'base64url') : undefined;
}
