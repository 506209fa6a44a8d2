import { randomBytes } from 'node:crypto';
import { hashOf } from './token-pairs.ts';

/** The lifetime of a code for signing in, in seconds. */
export const entryTtl = 15 * 60;

interface Code {
  /** Epoch seconds; null for a code from the settings, which can only create the first account. */
  readonly issuedAt: number | null;
}

/**
 * One-time codes for the person at the server's terminal. They are kept in memory, and each start makes new ones. They are
 * looked up by their digest, so that the duration of a lookup reveals nothing about them.
 */
export class EntryCodes {
  readonly #clock: () => number;
  readonly #codes = new Map<string, Code>();

  /** @param clock epoch seconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Makes a code. It can be used for signing in for a quarter of an hour; for the first account it does not expire. */
  issue(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(keyOf(code), { issuedAt: this.#clock() });
    return code;
  }

  /** Accepts the code from the settings, only for the first account. */
  admit(code: string): void {
    this.#codes.set(keyOf(code), { issuedAt: null });
  }

  /** Whether there is a code that can create the first account. */
  get any(): boolean {
    return this.#codes.size > 0;
  }

  /** Whether a code is valid for the first account. Does not spend it. */
  knows(code: string): boolean {
    return this.#codes.has(keyOf(code));
  }

  /** Whether the server generated the code, so that it is too long to be guessed. */
  wasIssued(code: string): boolean {
    return typeof this.#codes.get(keyOf(code))?.issuedAt === 'number';
  }

  /** Invalidates all codes, once the first account exists. */
  spendAll(): void {
    this.#codes.clear();
  }

  /** Spends a code for signing in. @returns whether it was valid */
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
