import { randomBytes } from 'node:crypto';
import { hashOf } from '../token-pairs.ts';

interface Ticket<T> {
  readonly value: T;
  /** The digest of the key of the browser. */
  readonly browser: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** More at once are a flood; the oldest make room. */
const most = 10_000;

/**
 * What the same browser comes back with in a moment, once. They live in memory alone, are looked up by their digest, and count
 * in no other browser.
 */
export class EntryTickets<T> {
  readonly #lifetime: number;
  readonly #clock: () => number;
  readonly #tickets = new Map<string, Ticket<T>>();

  /** @param lifetime seconds. @param clock epoch seconds */
  constructor(lifetime: number, clock: () => number) {
    this.#lifetime = lifetime;
    this.#clock = clock;
  }

  /** @param browser its key */
  issue(value: T, browser: string): string {
    const now = this.#clock();
    for (const [key, { expiresAt }] of this.#tickets) {
      if (expiresAt > now && this.#tickets.size < most) break; // the oldest come first
      this.#tickets.delete(key);
    }
    const ticket = randomBytes(24).toString('base64url');
    this.#tickets.set(keyOf(ticket), { value, browser: keyOf(browser), expiresAt: now + this.#lifetime });
    return ticket;
  }

  /**
   * Spends a ticket.
   * @param browser undefined for one that has no key
   * @returns what it stands for; undefined when it does not count, or not in this browser
   */
  spend(ticket: string, browser: string | undefined): T | undefined {
    const key = keyOf(ticket);
    const found = this.#tickets.get(key);
    this.#tickets.delete(key);
    if (!found || browser === undefined || found.browser !== keyOf(browser)) return undefined;
    return found.expiresAt > this.#clock() ? found.value : undefined;
  }
}

const keyOf = (text: string): string => hashOf(text).toString('hex');
