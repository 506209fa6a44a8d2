import type { CodeNeeded } from '../../services/authenticator.ts';
import type { SignedIn } from '../../services/sessions.ts';
import { pendingCookie } from '../pipeline/pending-cookie.ts';
import { Reply } from '../pipeline/route.ts';
import { answer, list } from '../schemas/answer.ts';
import { integer, word, yes } from '../schemas/parts.ts';
import { offeredFactor as offered } from '../schemas/second-factors.ts';
import type { TwoFactorRequired } from '../wire.ts';
import { offeredFactor } from './offered-factor.ts';
import { signedIn } from './token-pair.ts';

export const twoFactorRequired = answer<TwoFactorRequired>({
  two_factor_required: yes,
  '2fa_required': yes.description('The same, under another name.'),
  pending_token: word,
  expires_in: integer.description('Seconds.'),
  factors: list(offered).description('Any one of them is enough.'),
});

/**
 * The answer to the first step of a sign-in: a session, or a request for a code.
 * @param plugin whose external service authenticated the user
 */
export function signInOutcome(outcome: SignedIn | CodeNeeded, plugin?: string): Reply {
  return 'pendingToken' in outcome ? codeNeeded(outcome) : signedIn(outcome, {}, plugin);
}

function codeNeeded({ pendingToken, expiresIn, factors }: CodeNeeded): Reply {
  const body: TwoFactorRequired = {
    two_factor_required: true,
    '2fa_required': true,
    pending_token: pendingToken,
    expires_in: expiresIn,
    factors: factors.map(offeredFactor),
  };
  return new Reply(body, { cookies: { [pendingCookie]: pendingToken } });
}
