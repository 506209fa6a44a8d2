import type { ServerStateCookieOptions } from '@hapi/hapi';
import { browserKeyTtl } from '../../services/sign-in/calling-browser.ts';

const plain = 'pf_entry';
const hosts = `__Host-${plain}`;

/** All names of the cookie that binds a sign-in by a plugin to the browser. */
export const entryCookies: readonly string[] = [plain, hosts];

/** The name in use. Over https, browsers accept `__Host-` cookies only from this exact host, not from a neighbouring one. */
export const entryCookieName = (secure: boolean): string => (secure ? hosts : plain);

/** The cookie is sent to the whole server, also when an external service redirects the browser back. */
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
