import { normalUsername } from '../../domain/credentials.ts';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import { SecondFactorMissing, SignInRefused } from '../../services/sign-in/sign-in-errors.ts';
import type { Reply } from '../pipeline/route.ts';
import type { TokenPair, TwoFactorRequired } from '../wire.ts';

/** A successful sign-in; null while its second step is pending. */
export function signInSucceeded(_call: unknown, { body }: Reply): (AuditEvent & { actor: Actor }) | null {
  const answer = body as TokenPair | TwoFactorRequired;
  if (!('user' in answer)) return null;
  return { action: 'login.succeeded', actor: { userId: answer.user.id, name: answer.user.username } };
}

/** A sign-in with the printed link of the terminal, or by a plugin, whose name is the reply's subject. */
export function linkUsed(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return (
    event && { ...event, detail: reply.subject === undefined ? 'with the link of the terminal' : `by ${reply.subject}` }
  );
}

/** The creation of the first account with a code from the terminal. */
export function firstAccountCreated(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, action: 'user.added', subject: event.actor.name, detail: 'the first account' };
}

/** A successful second step. */
export function codeAccepted(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, detail: 'with a code' };
}

/** A failed first step, including one with a correct password whose second factor is not loaded. */
export function passwordRefused(call: { payload: { username: string } }, error: unknown): AuditEvent | null {
  if (!(error instanceof SecondFactorMissing)) return signInRefused(call, error);
  return { action: 'login.failed', subject: normalUsername(call.payload.username), detail: 'second factor not loaded' };
}

/** A failed sign-in, or the detection of a stolen token. There is no actor, since the named user is not authenticated. */
export function signInRefused(_call: unknown, error: unknown): AuditEvent | null {
  if (!(error instanceof SignInRefused)) return null;
  const { reason, username: subject } = error;
  return reason === 'token_reused'
    ? { action: 'token.reused', subject }
    : { action: 'login.failed', subject, detail: reason };
}
