import { createHash, randomBytes } from 'node:crypto';

/** Without I, L, O and U, which are easily confused (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupLength = 4;

/** 160 random bits cannot be guessed, and fill eight groups of four characters; a ninth group detects typing errors. */
const keyBytes = 20;
const checkLength = 4;

/** A new recovery key in the form for writing it down: `7K3M-…`, nine groups of four characters. */
export function newRecoveryKey(): string {
  return formatted(randomBytes(keyBytes));
}

/**
 * Parses a typed key; accepts lower case, blanks, and O for 0.
 * @returns 20 bytes; null if it is not a recovery key or has a typing error
 */
export function readRecoveryKey(text: string): Buffer | null {
  const typed = text
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  const digits = Array.from(typed, (character) => alphabet.indexOf(character));
  if (digits.length !== (keyBytes * 8) / 5 + checkLength || digits.includes(-1)) return null;
  const bits = digits.slice(0, -checkLength).reduce((all, digit) => (all << 5n) | BigInt(digit), 0n);
  const key = Buffer.from(bits.toString(16).padStart(keyBytes * 2, '0'), 'hex');
  return formatted(key).replaceAll('-', '') === typed ? key : null;
}

function formatted(key: Buffer): string {
  let bits = BigInt(`0x${key.toString('hex')}`);
  let text = '';
  for (let at = 0; at < (keyBytes * 8) / 5; at += 1, bits >>= 5n) text = `${alphabet[Number(bits & 31n)]}${text}`;
  const check = createHash('sha256').update('photofinch recovery key').update(key).digest();
  for (const byte of check.subarray(0, checkLength)) text += alphabet.charAt(byte & 31);
  return text.replaceAll(new RegExp(`.{${groupLength}}(?!$)`, 'g'), '$&-');
}
