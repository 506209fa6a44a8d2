import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { PreparedDownload } from './photo-downloads.ts';

/** Seconds that a ticket lives: time enough to say yes to a large download. */
export const ticketLife = 300;
/** Tickets of one user, and of all, that are kept. */
const mostOfOne = 5;
const mostOfAll = 100;

interface Ticket {
  readonly userId: number;
  readonly tokenEpoch: number;
  readonly expires: number;
  readonly download: PreparedDownload;
}

/**
 * Tickets for downloads that a browser fetches by itself, without a bearer token: each opens one download, once, and only
 * while the user who got it could still download the same. They are kept in memory, by their hashes.
 */
export class DownloadTickets {
  readonly #users: Pick<Users, 'byId'>;
  readonly #clock: () => number;
  readonly #tickets = new Map<string, Ticket>();

  constructor(parts: { users: Pick<Users, 'byId'>; clock: () => number }) {
    this.#users = parts.users;
    this.#clock = parts.clock;
  }

  /** @returns 43 characters of base64url */
  issue(userId: number, download: PreparedDownload): string {
    const now = this.#clock();
    for (const [key, { expires }] of this.#tickets) if (expires <= now) this.#tickets.delete(key);
    const own = [...this.#tickets].filter(([, ticket]) => ticket.userId === userId).map(([key]) => key);
    for (const key of own.slice(0, Math.max(0, own.length - mostOfOne + 1))) this.#tickets.delete(key);
    for (const key of this.#tickets.keys()) {
      if (this.#tickets.size < mostOfAll) break;
      this.#tickets.delete(key);
    }
    const ticket = randomBytes(32).toString('base64url');
    const tokenEpoch = this.#users.byId(userId)?.tokenEpoch ?? 0;
    this.#tickets.set(keyOf(ticket), { userId, tokenEpoch, expires: now + ticketLife, download });
    return ticket;
  }

  /**
   * The download of a ticket, as its user may have it now.
   * @throws DomainError `not_found` when there is no such ticket any more
   */
  peek(ticket: string): { userId: number; download: PreparedDownload } {
    const known = this.#tickets.get(keyOf(ticket));
    const user = known && this.#users.byId(known.userId);
    const isGood =
      known && known.expires > this.#clock() && user && !user.disabled && user.tokenEpoch === known.tokenEpoch;
    if (!isGood) {
      throw new DomainError('not_found', 'This download link has been used or has expired: start the download again.', {
        problem: 'download_link_spent',
      });
    }
    // Their role may have changed since.
    return { userId: known.userId, download: { ...known.download, viewer: { userId: known.userId, role: user.role } } };
  }

  /** The ticket opens nothing any more. */
  spend(ticket: string): void {
    this.#tickets.delete(keyOf(ticket));
  }
}

/** Looking up a hash takes no longer for a text that begins like a ticket. */
const keyOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
