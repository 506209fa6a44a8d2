import type { ServerStateCookieOptions } from '@hapi/hapi';
import { browserKeyTtl } from '../../services/sign-in/calling-browser.ts';

const plain = 'pf_entry';
const hosts = `__Host-${plain}`;

/** All names of the cookie that binds a sign-in by a plugin to the browser. */
export const entryCookies: readonly string[] = [plain, hosts];

/** The name that counts. Over https, browsers take `__Host-` cookies only from this very host, and from no neighbour. */
export const entryCookieName = (secure: boolean): string => (secure ? hosts : plain);

/** Sent to the whole server, also when a service sends the browser back to it. */
export function entryCookieOptions(secure: boolean): ServerStateCookieOptions {
  return {
    path: '/',
    isHttpOnly: true,
    isSameSite: 'Lax',
    isSecure: secure,
    ttl: browserKeyTtl * 1000,
    encoding: 'none',
  };
}
