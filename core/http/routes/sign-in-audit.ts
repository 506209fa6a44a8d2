import { normalUsername } from '../../domain/credentials.ts';
import type { AuditEvent } from '../../plugin-api/index.ts';
import type { Actor } from '../../services/audit-trail.ts';
import { SecondFactorMissing } from '../../services/second-factors.ts';
import { SignInRefused } from '../../services/sign-in-refused.ts';
import type { Reply } from '../pipeline/route.ts';
import type { TokenPair, TwoFactorRequired } from '../wire.ts';

/** That somebody signed in; nothing while the second step is still to come. */
export function signInSucceeded(_call: unknown, { body }: Reply): (AuditEvent & { actor: Actor }) | null {
  const answer = body as TokenPair | TwoFactorRequired;
  if (!('user' in answer)) return null;
  return { action: 'login.succeeded', actor: { userId: answer.user.id, name: answer.user.username } };
}

/** The same, after the second step. */
export function codeAccepted(call: unknown, reply: Reply): ReturnType<typeof signInSucceeded> {
  const event = signInSucceeded(call, reply);
  return event && { ...event, detail: 'with a code' };
}

/** The same of the first step, whose password may have been right without being enough. */
export function passwordRefused(call: { payload: { username: string } }, error: unknown): AuditEvent | null {
  if (!(error instanceof SecondFactorMissing)) return signInRefused(call, error);
  return { action: 'login.failed', subject: normalUsername(call.payload.username), detail: 'second factor not loaded' };
}

/** That somebody did not get in, or that a stolen token came to light. Nobody proved to be the one it is about. */
export function signInRefused(_call: unknown, error: unknown): AuditEvent | null {
  if (!(error instanceof SignInRefused)) return null;
  const { reason, username: subject } = error;
  return reason === 'token_reused'
    ? { action: 'token.reused', subject }
    : { action: 'login.failed', subject, detail: reason };
}
