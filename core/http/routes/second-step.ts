import Joi from 'joi';
import { beginAgain } from '../../services/authenticator.ts';
import type { Sessions } from '../../services/sessions.ts';
import { clientOf } from '../pipeline/client-of.ts';
import { pendingCookie } from '../pipeline/pending-cookie.ts';
import { route, type Call, type Route } from '../pipeline/route.ts';
import { answer } from '../schemas/answer.ts';
import { integer, yes } from '../schemas/parts.ts';
import type { PendingLogin } from '../wire.ts';
import { codeAccepted, signInRefused } from './sign-in-audit.ts';
import { signedIn, tokenPair } from './token-pair.ts';

/** The second step of signing in. */
export function secondStepRoutes(sessions: Sessions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/auth/login/2fa',
      access: 'pending',
      ownPagesOnly: true,
      summary: 'Whether a sign-in waits for its code, and for how long; for a page that was loaded anew meanwhile',
      answer: answer<PendingLogin>({ pending: yes, expires_in: integer.description('Seconds.') }),
      handle: (call): PendingLogin => {
        const left = sessions.timeForCode(pendingTokenOf(call));
        if (left === 0) throw beginAgain();
        return { pending: true, expires_in: left };
      },
    }),
    secondStep(
      sessions,
      '/api/auth/login/2fa',
      'The second step of signing in: a code of six digits, or a recovery code',
    ),
    secondStep(
      sessions,
      '/api/auth/2fa/verify',
      'The same as POST /api/auth/login/2fa, which alone is sent the cookie',
    ),
  ];
}

function secondStep(sessions: Sessions, path: Route['path'], summary: string): Route {
  return route<object, object, { pending_token?: string; code: string }>({
    method: 'POST',
    path,
    access: 'pending',
    ownPagesOnly: true,
    fails: ['unauthenticated', 'too_many_attempts', 'not_ready'],
    summary,
    payload: Joi.object({
      pending_token: Joi.string().max(128).description('Of the first step; the cookie pf_pending when absent.'),
      code: Joi.string().max(64).required(),
    }),
    answer: tokenPair,
    handle: async (call) => {
      const pendingToken = call.payload.pending_token ?? pendingTokenOf(call);
      const session = await sessions.loginWithCode(pendingToken, call.payload.code, clientOf(call));
      return signedIn(session, { [pendingCookie]: null });
    },
    audit: codeAccepted,
    auditFailure: signInRefused,
  });
}

/** @throws DomainError `unauthenticated` when the request has shown no sign-in that waits */
function pendingTokenOf({ pendingToken }: Pick<Call, 'pendingToken'>): string {
  if (pendingToken === undefined) throw beginAgain();
  return pendingToken;
}
