import { DomainError } from '../../domain/errors.ts';
import { lowerRole } from '../../domain/roles.ts';
import { OneTimeTickets } from '../../plugin-api/toolkit/index.ts';
import type { Users } from '../../store/accounts/users.ts';
import type { PreparedDownload } from './photo-downloads.ts';

/** The lifetime of a ticket in seconds: time enough to confirm a large download. */
export const ticketLife = 300;
/** The maximum number of tickets of one user, and of all users. */
const maxOfOne = 5;
const maxOfAll = 100;

interface Ticket {
  readonly userId: number;
  readonly tokenEpoch: number;
  readonly download: PreparedDownload;
}

/**
 * Tickets for downloads that a browser fetches by itself, without a bearer token. Each opens one download once, and only
 * while its user could still download the same.
 */
export class DownloadTickets {
  readonly #users: Pick<Users, 'byId'>;
  readonly #tickets: OneTimeTickets<Ticket>;

  constructor(parts: { users: Pick<Users, 'byId'>; clock: () => number }) {
    this.#users = parts.users;
    this.#tickets = new OneTimeTickets({
      lifetime: ticketLife,
      clock: parts.clock,
      most: maxOfAll,
      ofOne: { most: maxOfOne, owner: ({ userId }) => String(userId) },
    });
  }

  /** @returns 43 characters of base64url */
  issue(userId: number, download: PreparedDownload): string {
    return this.#tickets.issue({ userId, tokenEpoch: this.#users.byId(userId)?.tokenEpoch ?? 0, download });
  }

  /**
   * The download of a ticket, with the role for which it was made, or a lower one that its user has now.
   * @throws DomainError `not_found` if the ticket is unknown, spent or expired
   */
  peek(ticket: string): { userId: number; download: PreparedDownload } {
    const found = this.#tickets.find(ticket);
    const user = found && this.#users.byId(found.userId);
    if (!found || !user || user.disabled || user.tokenEpoch !== found.tokenEpoch) {
      throw new DomainError('not_found', 'This download link has been used or has expired: start the download again.', {
        problem: 'download_link_spent',
      });
    }
    const { userId, download } = found;
    // The role of the user may have changed since.
    const viewer = { userId, role: lowerRole(user.role, download.viewer.role) };
    return { userId, download: { ...download, viewer } };
  }

  /** Invalidates a ticket. */
  spend(ticket: string): void {
    this.#tickets.spend(ticket);
  }
}
