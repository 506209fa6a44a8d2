import type { SignInResult } from '../../services/sign-in/sessions.ts';
import { refreshCookie } from '../pipeline/cookies.ts';
import { Reply } from '../pipeline/route.ts';
import type { TokenPair } from '../wire.ts';
import { presentUser } from './present-user.ts';

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
