import { randomBytes } from 'node:crypto';
import { hashOf } from './token-pairs.ts';

/** Seconds for which a code signs in. */
export const entryTtl = 15 * 60;

interface Code {
  /** Epoch seconds; null for a code of the settings, which only makes the first account. */
  readonly issuedAt: number | null;
}

/**
 * One-time codes for the person at the server's terminal. They are kept in memory, and each start makes new ones. They are
 * looked up by their digest: how long a lookup takes tells nothing about them.
 */
export class EntryCodes {
  readonly #clock: () => number;
  readonly #codes = new Map<string, Code>();

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Makes a code. It signs in for a quarter of an hour; for the first account it does not expire. */
  issue(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(keyOf(code), { issuedAt: this.#clock() });
    return code;
  }

  /** Accepts the code of the settings, only for the first account. */
  admit(code: string): void {
    this.#codes.set(keyOf(code), { issuedAt: null });
  }

  /** Whether there is a code that can make the first account. */
  get any(): boolean {
    return this.#codes.size > 0;
  }

  /** Whether a code is valid for the first account. It is not used up. */
  knows(code: string): boolean {
    return this.#codes.has(keyOf(code));
  }

  /** Whether a code was made here, so that it is too long to be guessed. */
  wasIssued(code: string): boolean {
    return typeof this.#codes.get(keyOf(code))?.issuedAt === 'number';
  }

  /** Ends all codes, once there is a first account. */
  spendAll(): void {
    this.#codes.clear();
  }

  /** Uses up a code for signing in. @returns whether it was valid */
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
