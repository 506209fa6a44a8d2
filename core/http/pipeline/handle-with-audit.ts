import { DomainError } from '../../domain/errors.ts';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { Actor, AuditTrail } from '../../services/audit-trail.ts';
import { Reply, type Call, type Caller, type Route } from './route.ts';

type AnyCall = Call<never, never, never>;
export type RouteAudit = Pick<AuditTrail, 'record' | 'failed'>;

/** Handles a call, and audits its success or failure. An error of the audit does not affect the caller. */
export async function handleWithAudit(route: Route, call: AnyCall, audit: RouteAudit): Promise<unknown> {
  const record = (describe: () => (AuditEvent & { actor?: Actor }) | null | undefined): void => {
    try {
      const event = describe();
      if (event) audit.record(event, { actor: event.actor ?? actorOf(call), address: call.address });
    } catch (error) {
      audit.failed(error);
    }
  };
  let answer: unknown;
  try {
    answer = await route.handle(call);
  } catch (error) {
    record(() => blockedEvent(error, route) ?? route.auditFailure?.(call, error));
    throw error;
  }
  record(() => route.audit?.(call, answer instanceof Reply ? answer : new Reply(answer as Reply['body'])));
  return answer;
}

/** The actor for a user, with the label of the token if a plugin issued it. */
export function actorOfCaller({ userId, username, grant }: Caller): Actor {
  return { userId, name: grant ? `${username} (${grant.label})` : username };
}

function actorOf({ caller }: AnyCall): Actor | null {
  return caller && actorOfCaller(caller);
}

function blockedEvent(error: unknown, { method, path }: Route): AuditEvent | null {
  if (!(error instanceof DomainError) || error.kind !== 'too_many_attempts') return null;
  return { action: 'attempts.blocked', detail: `${method} ${path}` };
}
