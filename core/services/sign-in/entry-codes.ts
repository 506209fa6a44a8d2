import { randomBytes } from 'node:crypto';
import { hashOf } from './token-pairs.ts';

/** Seconds in which a code signs in. */
export const entryTtl = 15 * 60;

interface Code {
  /** Epoch seconds; null for one that is for the first account alone. */
  readonly issuedAt: number | null;
}

/**
 * Codes by which whoever sits at the server's terminal gets in, each once. They live in memory alone: a start makes new
 * ones. Looked up by their digest, so that the time it takes says nothing of them.
 */
export class EntryCodes {
  readonly #clock: () => number;
  readonly #codes = new Map<string, Code>();

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A new code. It makes the first account however late it comes, and signs in for a quarter of an hour. */
  issue(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(keyOf(code), { issuedAt: this.#clock() });
    return code;
  }

  /** Takes a code of somebody's own, for the first account alone. */
  admit(code: string): void {
    this.#codes.set(keyOf(code), { issuedAt: null });
  }

  /** Whether there is any code by which the first account can be made. */
  get any(): boolean {
    return this.#codes.size > 0;
  }

  /** Whether a code is one of ours; it stays. */
  knows(code: string): boolean {
    return this.#codes.has(keyOf(code));
  }

  /** Whether a code was made here, too long to be guessed, and is not somebody's own. */
  wasIssued(code: string): boolean {
    return typeof this.#codes.get(keyOf(code))?.issuedAt === 'number';
  }

  /** Spends all codes: there is a first account. */
  spendAll(): void {
    this.#codes.clear();
  }

  /** Spends a code that signs in. @returns whether it did */
  spend(code: string): boolean {
    const key = keyOf(code);
    const found = this.#codes.get(key);
    const issuedAt = found?.issuedAt ?? null;
    if (issuedAt === null) return false;
    this.#codes.delete(key);
    return this.#clock() - issuedAt < entryTtl;
  }
}

const keyOf = (code: string): string => hashOf(code).toString('hex');
