import Joi from 'joi';
import type { SignedIn } from '../../services/sessions.ts';
import { refreshCookie } from '../pipeline/cookies.ts';
import { Reply } from '../pipeline/route.ts';
import type { TokenPair } from '../wire.ts';
import { presentUser, user } from './present-user.ts';

export const tokenPair = Joi.object({
  access_token: Joi.string().hex().length(64).required(),
  refresh_token: Joi.string().hex().length(64).required(),
  expires_in: Joi.number().integer().required().description('Seconds.'),
  refresh_expires_in: Joi.number().integer().required().description('Seconds.'),
  user: user.required(),
});

/** The answer to whoever is signed in now; the refresh token is a cookie as well. */
export function signedIn(session: SignedIn, cookies: Reply['cookies'] = {}): Reply {
  const body: TokenPair = {
    access_token: session.accessToken,
    refresh_token: session.refreshToken,
    expires_in: session.expiresIn,
    refresh_expires_in: session.refreshExpiresIn,
    user: presentUser(session.user),
  };
  return new Reply(body, { cookies: { ...cookies, [refreshCookie]: session.refreshToken } });
}
