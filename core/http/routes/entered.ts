import type { CodeNeeded } from '../../services/authenticator.ts';
import type { SignedIn } from '../../services/sessions.ts';
import { pendingCookie } from '../pipeline/pending-cookie.ts';
import { Reply } from '../pipeline/route.ts';
import { answer } from '../schemas/answer.ts';
import { integer, word, yes } from '../schemas/parts.ts';
import type { TwoFactorRequired } from '../wire.ts';
import { signedIn } from './token-pair.ts';

export const twoFactorRequired = answer<TwoFactorRequired>({
  two_factor_required: yes,
  '2fa_required': yes.description('The same, under another name.'),
  pending_token: word,
  expires_in: integer.description('Seconds.'),
});

/** The answer to the first step of signing in: a session, or that a code is needed as well. */
export function entered(outcome: SignedIn | CodeNeeded): Reply {
  return 'pendingToken' in outcome ? codeNeeded(outcome) : signedIn(outcome);
}

function codeNeeded({ pendingToken, expiresIn }: CodeNeeded): Reply {
  const body: TwoFactorRequired = {
    two_factor_required: true,
    '2fa_required': true,
    pending_token: pendingToken,
    expires_in: expiresIn,
  };
  return new Reply(body, { cookies: { [pendingCookie]: pendingToken } });
}
