import { normalUsername } from '../../domain/credentials.ts';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import { SecondFactorMissing, SignInRefused } from '../../services/sign-in/sign-in-errors.ts';
import type { Reply } from '../pipeline/route.ts';
import type { TokenPair, TwoFactorRequired } from '../wire.ts';

/** A sign-in that succeeded; nothing while the second step is still to come. */
export function signInSucceeded(_call: unknown, { body }: Reply): (AuditEvent & { actor: Actor }) | null {
  const answer = body as TokenPair | TwoFactorRequired;
  if (!('user' in answer)) return null;
  return { action: 'login.succeeded', actor: { userId: answer.user.id, name: answer.user.username } };
}

/** The same, by the link that the terminal printed, or by a service of a plugin, which is the reply’s subject. */
export function linkUsed(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return (
    event && { ...event, detail: reply.subject === undefined ? 'with the link of the terminal' : `by ${reply.subject}` }
  );
}

/** The first account, by whoever had the code of the terminal. */
export function firstAccountMade(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, action: 'user.added', subject: event.actor.name, detail: 'the first account' };
}

/** The same, after the second step. */
export function codeAccepted(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, detail: 'with a code' };
}

/** The same for the first step, where a right password may not be enough. */
export function passwordRefused(call: { payload: { username: string } }, error: unknown): AuditEvent | null {
  if (!(error instanceof SecondFactorMissing)) return signInRefused(call, error);
  return { action: 'login.failed', subject: normalUsername(call.payload.username), detail: 'second factor not loaded' };
}

/** A sign-in that failed, or a stolen token that came to light. The subject is named, and has proved nothing: no actor. */
export function signInRefused(_call: unknown, error: unknown): AuditEvent | null {
  if (!(error instanceof SignInRefused)) return null;
  const { reason, username: subject } = error;
  return reason === 'token_reused'
    ? { action: 'token.reused', subject }
    : { action: 'login.failed', subject, detail: reason };
}
