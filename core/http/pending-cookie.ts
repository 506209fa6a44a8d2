import { hkdfSync } from 'node:crypto';
import * as cookie from '@hapi/cookie';
import type { Server } from '@hapi/hapi';

/** Holds a sign-in that waits for its second step, sealed, so that a browser has nothing but the code to send. */
export const pendingCookie = 'pf_pending';

/**
 * Adds the sealed session. No route is guarded by it: the second step takes it where the body names no sign-in. One that
 * is damaged, or was sealed with another secret, is no cookie.
 * @param options.secret the server's
 * @param options.ttl seconds
 */
export async function addPendingCookie(
  server: Server,
  options: { secret: Uint8Array; secure: boolean; ttl: number },
): Promise<void> {
  await server.register(cookie);
  server.auth.strategy('pending-login', 'cookie', {
    requestDecoratorName: 'pendingLogin',
    cookie: {
      name: pendingCookie,
      password: Buffer.from(hkdfSync('sha256', options.secret, '', 'photofinch pending sign-in v1', 32)).toString(
        'hex',
      ),
      path: '/api/auth/login',
      isHttpOnly: true,
      isSameSite: 'Strict',
      isSecure: options.secure,
      ttl: options.ttl * 1000,
    },
  });
}
