import type { CodeNeeded } from '../../services/sign-in/authenticator.ts';
import type { SignInResult } from '../../services/sign-in/sessions.ts';
import { pendingCookie } from '../pipeline/pending-cookie.ts';
import { Reply } from '../pipeline/route.ts';
import type { TwoFactorRequired } from '../wire.ts';
import { presentFactor } from './present-factor.ts';
import { signedIn } from './signed-in.ts';

/**
 * The answer to the first step of signing in: a session, or the request for a code.
 * @param plugin the plugin that identified the user, if any
 */
export function signInOutcome(outcome: SignInResult | CodeNeeded, plugin?: string): Reply {
  return 'pendingToken' in outcome ? codeNeeded(outcome) : signedIn(outcome, {}, plugin);
}

function codeNeeded({ pendingToken, expiresIn, factors }: CodeNeeded): Reply {
  const body: TwoFactorRequired = {
    two_factor_required: true,
    '2fa_required': true,
    pending_token: pendingToken,
    expires_in: expiresIn,
    factors: factors.map(presentFactor),
  };
  return new Reply(body, { cookies: { [pendingCookie]: pendingToken } });
}
