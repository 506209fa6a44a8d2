import type { SignInResult } from '../../services/sign-in/sessions.ts';
import { refreshCookie } from '../pipeline/cookies.ts';
import { Reply } from '../pipeline/route.ts';
import { answer } from '../schemas/answer.ts';
import { integer, word } from '../schemas/parts.ts';
import type { TokenPair } from '../wire.ts';
import { presentUser, user } from './present-user.ts';

const token = word.hex().length(64);

export const tokenPairFields = {
  access_token: token,
  refresh_token: token,
  expires_in: integer.description('Seconds.'),
  refresh_expires_in: integer.description('Seconds.'),
  user,
};

export const tokenPair = answer<TokenPair>(tokenPairFields);

/** The answer to a sign-in or a renewal; the refresh token is also set as a cookie. */
export function signedIn(session: SignInResult, cookies: Reply['cookies'] = {}, subject?: string): Reply {
  const body: TokenPair = {
    access_token: session.accessToken,
    refresh_token: session.refreshToken,
    expires_in: session.expiresIn,
    refresh_expires_in: session.refreshExpiresIn,
    user: presentUser(session.user),
  };
  return new Reply(body, {
    cookies: { ...cookies, [refreshCookie]: session.refreshToken },
    ...(subject !== undefined && { subject }),
  });
}
