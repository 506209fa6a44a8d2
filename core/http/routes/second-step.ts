import { beginAgain } from '../../services/sign-in/authenticator.ts';
import type { Sessions } from '../../services/sign-in/sessions.ts';
import { clientOf } from '../pipeline/client-of.ts';
import { originOfCall } from '../pipeline/own-origin.ts';
import { pendingCookie } from '../pipeline/pending-cookie.ts';
import { route, type Call, type Route } from '../pipeline/route.ts';
import { fields } from '../schemas/answer.ts';
import { word } from '../schemas/parts.ts';
import { pendingLogin, tokenPair } from '../schemas/accounts.ts';
import { factorChallenge, factorName, secondFactorCode } from '../schemas/second-factors.ts';
import type { FactorChallenge, PendingLogin } from '../wire.ts';
import { presentFactor } from './present-factor.ts';
import { codeAccepted, signInRefused } from './sign-in-audit.ts';
import { signedIn } from './signed-in.ts';

/** The second step of signing in. */
export function secondStepRoutes(sessions: Sessions, proxy: { readonly trustProxy: boolean }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/auth/login/2fa',
      access: 'pending',
      ownPagesOnly: true,
      summary:
        'The pending sign-in of the browser and the time that is left for its code; for a page that was reloaded in between',
      answer: pendingLogin,
      handle: async (call): Promise<PendingLogin> => {
        const token = pendingTokenOf(call);
        const factors = await sessions.factorsFor(token);
        const secondsLeft = sessions.timeForCode(token);
        if (secondsLeft === 0) throw beginAgain();
        return { pending: true, expires_in: secondsLeft, factors: factors.map(presentFactor) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/auth/login/2fa/challenge',
      access: 'pending',
      ownPagesOnly: true,
      fails: ['unauthenticated', 'not_found', 'conflict', 'too_many_attempts', 'not_ready'],
      summary: 'Makes the challenge of a second factor; call this before asking for its code',
      payload: fields({ pending_token: pendingToken, factor: factorName.required() }),
      answer: factorChallenge,
      handle: async (call): Promise<FactorChallenge> => {
        const { payload, signal, headers } = call;
        const origin = originOfCall(headers, proxy);
        const token = payload.pending_token ?? pendingTokenOf(call);
        return { challenge: await sessions.challenge(token, payload.factor, { origin, signal }) };
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
      'The same as POST /api/auth/login/2fa, which is the only one that receives the cookie',
    ),
  ];
}

const pendingToken = word
  .max(128)
  .description('The pending token of the first step; absent: that of the cookie pf_pending.');

function secondStep(sessions: Sessions, path: Route['path'], summary: string): Route {
  return route({
    method: 'POST',
    path,
    access: 'pending',
    ownPagesOnly: true,
    fails: ['unauthenticated', 'not_found', 'too_many_attempts', 'not_ready'],
    summary,
    payload: fields({
      pending_token: pendingToken,
      code: secondFactorCode.required(),
      factor: factorName.description('The name of the plugin whose code it is; absent: of any of the user’s.'),
    }),
    answer: tokenPair,
    handle: async (call) => {
      const token = call.payload.pending_token ?? pendingTokenOf(call);
      const session = await sessions.loginWithCode(token, call.payload, clientOf(call));
      return signedIn(session, { [pendingCookie]: null });
    },
    audit: codeAccepted,
    auditFailure: signInRefused,
  });
}

/** @throws DomainError `unauthenticated` for a request without a pending sign-in */
function pendingTokenOf({ pendingToken }: Pick<Call, 'pendingToken'>): string {
  if (pendingToken === undefined) throw beginAgain();
  return pendingToken;
}
