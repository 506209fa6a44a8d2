import type { ServerStateCookieOptions } from '@hapi/hapi';
import { browserKeyTtl } from '../../services/sign-in/calling-browser.ts';

const plain = 'pf_entry';
const hosts = `__Host-${plain}`;

/** All names of the cookie that ties a sign-in by a service to the browser. */
export const entryCookies: readonly string[] = [plain, hosts];

/** The name that counts. Over https no neighbour of the same domain can set the cookie, as its name has browsers see to. */
export const entryCookieName = (secure: boolean): string => (secure ? hosts : plain);

/** Sent to the whole server, also when a service leads back to it. */
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
