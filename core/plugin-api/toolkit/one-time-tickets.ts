import { createHash, randomBytes } from 'node:crypto';

interface Options<T> {
  /** Seconds for which a ticket is valid. */
  readonly lifetime: number;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Maximum number of valid tickets; the oldest is dropped for a new one. Default 10,000. */
  readonly most?: number;
  /** Also limits the tickets of one owner: the owner's oldest is dropped for a new one. */
  readonly ofOne?: { readonly most: number; readonly owner: (value: T) => string };
}

interface Ticket<T> {
  readonly value: T;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/**
 * Random texts that each represent a value, for a limited time and for one use. They are kept in memory by their SHA-256, so
 * that the time of a lookup reveals nothing about them.
 */
export class OneTimeTickets<T> {
  readonly #options: Options<T>;
  /** Oldest first. */
  readonly #tickets = new Map<string, Ticket<T>>();

  constructor(options: Options<T>) {
    this.#options = options;
  }

  /** @returns 32 random bytes in base64url: 43 characters */
  issue(value: T): string {
    this.#makeRoom(value);
    const ticket = randomBytes(32).toString('base64url');
    this.#tickets.set(digestOf(ticket), { value, expiresAt: this.#options.clock() + this.#options.lifetime });
    return ticket;
  }

  /** The value of a valid ticket, without using it up. */
  find(ticket: string): T | undefined {
    return this.timeLeft(ticket) > 0 ? this.#tickets.get(digestOf(ticket))?.value : undefined;
  }

  /** Seconds for which a ticket is still valid; 0 for any other text. */
  timeLeft(ticket: string): number {
    return Math.max(0, (this.#tickets.get(digestOf(ticket))?.expiresAt ?? 0) - this.#options.clock());
  }

  /** Uses a ticket up. @returns its value; undefined if the ticket was not valid */
  spend(ticket: string): T | undefined {
    const value = this.find(ticket);
    this.#tickets.delete(digestOf(ticket));
    return value;
  }

  /** Invalidates all tickets whose values match. */
  end(isSuch: (value: T) => boolean): void {
    for (const [digest, { value }] of this.#tickets) if (isSuch(value)) this.#tickets.delete(digest);
  }

  #makeRoom(forValue: T): void {
    const { clock, most = 10_000, ofOne } = this.#options;
    const now = clock();
    for (const [digest, { expiresAt }] of this.#tickets) {
      if (expiresAt > now && this.#tickets.size < most) break;
      this.#tickets.delete(digest);
    }
    if (!ofOne) return;
    const owner = ofOne.owner(forValue);
    const ofOwner = [...this.#tickets]
      .filter(([, { value }]) => ofOne.owner(value) === owner)
      .map(([digest]) => digest);
    for (const digest of ofOwner.slice(0, Math.max(0, ofOwner.length - ofOne.most + 1))) this.#tickets.delete(digest);
  }
}

const digestOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
