import { normalUsername } from '../../domain/credentials.ts';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import { SecondFactorMissing, SignInRefused } from '../../services/sign-in/sign-in-errors.ts';
import type { Reply } from '../pipeline/route.ts';
import type { TokenPair, TwoFactorRequired } from '../wire.ts';

/** A sign-in that succeeded; null while the second step is still to come. */
export function signInSucceeded(_call: unknown, { body }: Reply): (AuditEvent & { actor: Actor }) | null {
  const answer = body as TokenPair | TwoFactorRequired;
  if (!('user' in answer)) return null;
  return { action: 'login.succeeded', actor: { userId: answer.user.id, name: answer.user.username } };
}

/** A sign-in by the printed link of the terminal, or by a plugin, whose name is the reply’s subject. */
export function linkUsed(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return (
    event && { ...event, detail: reply.subject === undefined ? 'with the link of the terminal' : `by ${reply.subject}` }
  );
}

/** The first account, made with the code of the terminal. */
export function firstAccountMade(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, action: 'user.added', subject: event.actor.name, detail: 'the first account' };
}

/** A sign-in that succeeded with its second step. */
export function codeAccepted(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, detail: 'with a code' };
}

/** A first step that failed, also one with a right password whose second factor is not loaded. */
export function passwordRefused(call: { payload: { username: string } }, error: unknown): AuditEvent | null {
  if (!(error instanceof SecondFactorMissing)) return signInRefused(call, error);
  return { action: 'login.failed', subject: normalUsername(call.payload.username), detail: 'second factor not loaded' };
}

/** A sign-in that failed, or a stolen token that was noticed. There is no actor: the named user has proved nothing. */
export function signInRefused(_call: unknown, error: unknown): AuditEvent | null {
  if (!(error instanceof SignInRefused)) return null;
  const { reason, username: subject } = error;
  return reason === 'token_reused'
    ? { action: 'token.reused', subject }
    : { action: 'login.failed', subject, detail: reason };
}
