import { addressKey } from '../domain/client-address.ts';
import type { Users } from '../store/accounts/users.ts';
import type { AuditEvent } from '../plugin-api/index.ts';
import type { Actor, AuditTrail } from './audit-trail.ts';
import type { TokenRefused } from './sign-in/sign-in-errors.ts';

interface Dependencies {
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly users: Pick<Users, 'byId'>;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The length of the window, in seconds. */
const window = 15 * 60;

/** The maximum number of different refusals of one kind per window that get their own entries. */
export const maxDistinctRefusals = 200;

/**
 * Records refused requests in the audit trail. A refused request costs the client nothing and needs no account. Equal
 * refusals from one network therefore share an entry per window, and when very many come from different addresses, the rest
 * shares one entry.
 */
export class RefusedRequestAudit {
  readonly #with: Dependencies;
  /** Refusals recorded since `#since`, by kind. */
  readonly #told = new Map<string, Set<string>>();
  #since = -Infinity;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Records that a signed-in user was denied by their role. @param detail the route's pattern, which names no photo */
  access(actor: Actor, detail: string, address: string): void {
    this.#record('people', { action: 'access.refused', detail }, { actor, address });
  }

  /** Records a request with an invalid access token. */
  token({ reason, userId }: Pick<TokenRefused, 'reason' | 'userId'>, address: string): void {
    const subject = userId === undefined ? undefined : this.#with.users.byId(userId)?.username;
    // Counted separately: an attacker can invent any number of tokens, which must not hide the use of a stolen one.
    const kind = userId === undefined ? 'unknown tokens' : 'known tokens';
    this.#record(kind, { action: 'token.refused', subject, detail: reason }, { actor: null, address });
  }

  #record(kind: string, event: AuditEvent, origin: { actor: Actor | null; address: string }): void {
    const address = addressKey(origin.address);
    const isTold = this.#isTold(
      kind,
      [event.action, event.subject, event.detail, origin.actor?.name, address].join('\n'),
    );
    if (isTold) this.#with.audit.record(event, { ...origin, address });
    else this.#with.audit.record({ action: event.action, detail: `many more, ${kind}` }, { actor: null });
  }

  /** Whether a refusal is recorded on its own; repetitions of a recorded one are, too. */
  #isTold(kind: string, refusal: string): boolean {
    const now = this.#with.clock();
    if (now < this.#since || now - this.#since >= window) {
      this.#told.clear();
      this.#since = now;
    }
    const refusals = this.#told.get(kind) ?? new Set();
    this.#told.set(kind, refusals);
    if (!refusals.has(refusal) && refusals.size >= maxDistinctRefusals) return false;
    refusals.add(refusal);
    return true;
  }
}
