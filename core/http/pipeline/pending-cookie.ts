import { hkdfSync } from 'node:crypto';
import * as cookie from '@hapi/cookie';
import type { Request, Server } from '@hapi/hapi';
import type { Sessions } from '../../services/sign-in/sessions.ts';

/** Contains a sealed sign-in that waits for its second step, so that the browser must send only the code. */
export const pendingCookie = 'pf_pending';

/** The auth strategy of the second step: the request proves that the first step was passed. */
export const pendingLogin = 'pending-login';

declare module '@hapi/hapi' {
  interface Request {
    /** Added by @hapi/cookie. */
    readonly pendingLogin: { clear(): void };
  }

  interface AppCredentials {
    /** The token of the sign-in that waits for its second step. */
    pendingToken?: string;
  }
}

/**
 * Adds the auth strategy for the second step. A cookie that is damaged or sealed with another secret is ignored; the cookie
 * of a finished or expired sign-in is cleared.
 * @param options.secret the server's secret
 * @param options.ttl seconds
 */
export async function addPendingCookie(
  server: Server,
  options: { secret: Uint8Array; secure: boolean; ttl: number; sessions: Pick<Sessions, 'timeForCode'> },
): Promise<void> {
  await server.register(cookie);
  server.auth.strategy(pendingLogin, 'cookie', {
    requestDecoratorName: 'pendingLogin',
    cookie: {
      name: pendingCookie,
      password: Buffer.from(hkdfSync('sha256', options.secret, '', 'photofinch pending sign-in v1', 32)).toString(
        'hex',
      ),
      path: '/api/auth',
      isHttpOnly: true,
      isSameSite: 'Strict',
      isSecure: options.secure,
      ttl: options.ttl * 1000,
    },
    validate: (request: Request, session: unknown) => {
      // Of two cookies with the same name, takes the first: browsers send the one with the longest path first.
      const token: unknown = Array.isArray(session) ? session[0] : session;
      const isValid = typeof token === 'string' && options.sessions.timeForCode(token) > 0;
      if (!isValid) request.pendingLogin.clear();
      return isValid ? { isValid, credentials: { app: { caller: null, pendingToken: token } } } : { isValid };
    },
  });
}
