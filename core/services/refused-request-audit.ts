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

/** Seconds. */
const window = 15 * 60;

/** Different refusals of one kind within the window that are told one by one. */
export const toldApart = 200;

/**
 * Writes refusals into the audit trail. A refusal costs the client nothing and needs no account, so equal ones from one
 * network make one entry in a while; where very many come from as many addresses, the rest of them makes one entry.
 */
export class RefusedRequestAudit {
  readonly #with: Dependencies;
  /** Requests recorded since `#since`, by kind. */
  readonly #told = new Map<string, Set<string>>();
  #since = -Infinity;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** A signed-in user was denied by their role. @param what the route's pattern, which names no photo */
  access(actor: Actor, what: string, address: string): void {
    this.#record('people', { action: 'access.refused', detail: what }, { actor, address });
  }

  /** A request came with an access token that opens nothing. */
  token({ reason, userId }: Pick<TokenRefused, 'reason' | 'userId'>, address: string): void {
    const subject = userId === undefined ? undefined : this.#with.users.byId(userId)?.username;
    // Counted separately: invented tokens are unlimited, and must not hide the use of a stolen one.
    const kind = userId === undefined ? 'unknown tokens' : 'known tokens';
    this.#record(kind, { action: 'token.refused', subject, detail: reason }, { actor: null, address });
  }

  #record(kind: string, event: AuditEvent, by: { actor: Actor | null; address: string }): void {
    const address = addressKey(by.address);
    const isTold = this.#isTold(kind, [event.action, event.subject, event.detail, by.actor?.name, address].join('\n'));
    if (isTold) this.#with.audit.record(event, { ...by, address });
    else this.#with.audit.record({ action: event.action, detail: `many more, ${kind}` }, { actor: null });
  }

  /** Whether it gets an entry of its own. Repetitions of a recorded request do. */
  #isTold(kind: string, refusal: string): boolean {
    const now = this.#with.clock();
    if (now < this.#since || now - this.#since >= window) {
      this.#told.clear();
      this.#since = now;
    }
    const told = this.#told.get(kind) ?? new Set();
    this.#told.set(kind, told);
    if (!told.has(refusal) && told.size >= toldApart) return false;
    told.add(refusal);
    return true;
  }
}
