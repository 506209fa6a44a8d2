import { createHash, randomInt } from 'node:crypto';

/** Without letters that look like digits: people write these down. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;
const codesAtOnce = 10;

/** Ten codes of 79 bits each: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesAtOnce }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
    ).join('-'),
  );
}

/**
 * What is kept of a code, so that a stolen index opens nothing. One hash is enough: nobody guesses 79 random bits, and it
 * needs no key, so that the codes still work when the server's secret was lost.
 * @returns null for a text that is no recovery code
 */
export function hashOfRecoveryCode(code: string): string | null {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  if (plain.length !== groups * groupLength) return null;
  return createHash('sha256').update(`recovery code ${plain}`).digest('base64');
}
