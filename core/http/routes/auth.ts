import { passphraseMinLength, passwordMinLength, usernameMaxLength } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Accounts } from '../../services/accounts.ts';
import { loginAttempts, loginWindow } from '../../services/sign-in/login-limits.ts';
import type { Sessions } from '../../services/sign-in/sessions.ts';
import type { SignInWays } from '../../services/sign-in/sign-in-ways.ts';
import { clientOf } from '../pipeline/client-of.ts';
import { refreshCookie } from '../pipeline/cookies.ts';
import { route, type Route } from '../pipeline/route.ts';
import { signInOutcome } from './sign-in-outcome.ts';
import { presentUser } from './present-user.ts';
import { secondStepRoutes } from './second-step.ts';
import { passwordRefused, signInRefused, signInSucceeded } from './sign-in-audit.ts';
import { signOutRoute } from './sign-out.ts';
import { signedIn } from './signed-in.ts';
import { either, fields } from '../schemas/answer.ts';
import { word } from '../schemas/parts.ts';
import { authLimits, tokenPair, twoFactorRequired, user } from '../schemas/accounts.ts';
import type { AuthLimits } from '../wire.ts';

interface Dependencies {
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly ways: Pick<SignInWays, 'buttons'>;
  /** Seconds, like the other two. */
  readonly accessTtl: number;
  readonly refreshTtl: number;
  readonly twoFactorPendingTtl: number;
  readonly demo: boolean;
  readonly trustProxy: boolean;
}

/** Routes for signing in and out, and for renewing sessions. */
export function authRoutes({ sessions, accounts, ways, ...settings }: Dependencies): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/auth/login',
      access: 'none',
      ownPagesOnly: true,
      fails: ['unauthenticated', 'too_many_attempts', 'not_ready'],
      summary: 'Sign in; also sets a cookie: the refresh token, or the pending sign-in if a second step is needed',
      // A text that cannot be a name or password is simply wrong: the reason would help an attacker.
      payload: fields({ username: word.max(1024).required(), password: word.max(1024).required() }),
      answer: either(tokenPair, twoFactorRequired),
      handle: async (call) => {
        const { username, password } = call.payload;
        return signInOutcome(await sessions.login(username, password, clientOf(call)));
      },
      audit: signInSucceeded,
      auditFailure: passwordRefused,
    }),
    ...secondStepRoutes(sessions, settings),
    route({
      method: 'POST',
      path: '/api/auth/refresh',
      access: 'none',
      ownPagesOnly: true,
      fails: ['unauthenticated'],
      summary: 'Exchange the refresh token, from the cookie or else from the body, for a new pair of tokens',
      payload: fields({
        refresh_token: word.max(128),
        renewal_key: word
          .min(32)
          .max(128)
          .description(
            'A random text of the client. If an answer is lost, repeating the request with the same token and the same text returns the same pair; without it, a token that is used twice is refused.',
          ),
      }),
      answer: tokenPair,
      handle: ({ cookies, payload }) => {
        // An empty cookie counts as missing.
        const token = cookies[refreshCookie] || payload.refresh_token;
        if (token === undefined) throw new DomainError('unauthenticated', 'There is no session: sign in.');
        return signedIn(sessions.refresh(token, payload.renewal_key));
      },
      auditFailure: signInRefused,
    }),
    signOutRoute(sessions),
    route({
      method: 'GET',
      path: '/api/auth/me',
      access: 'read',
      summary: 'The signed-in user',
      answer: user,
      handle: (call) => presentUser(accounts.byId(call.caller.userId)),
    }),
    route({
      method: 'GET',
      path: '/api/auth/limits',
      access: 'none',
      summary: 'Facts for the sign-in page',
      answer: authLimits,
      handle: (): AuthLimits => ({
        access_ttl: settings.accessTtl,
        refresh_ttl: settings.refreshTtl,
        two_factor_pending_ttl: settings.twoFactorPendingTtl,
        password_min_length: passwordMinLength,
        passphrase_min_length: passphraseMinLength,
        username_max_length: usernameMaxLength,
        login_attempts: loginAttempts,
        login_window: loginWindow,
        demo: settings.demo,
        sign_ins: ways.buttons(),
      }),
    }),
  ];
}
