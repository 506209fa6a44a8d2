import type { ServerStateCookieOptions } from '@hapi/hapi';

/** Contains the raw refresh token. */
export const refreshCookie = 'pf_refresh';

/** The cookie is sent only to the sign-in routes, never cross-site, and is invisible to scripts. */
export function refreshCookieOptions(options: { secure: boolean; refreshTtl: number }): ServerStateCookieOptions {
  return {
    path: '/api/auth',
    isHttpOnly: true,
    isSameSite: 'Strict',
    isSecure: options.secure,
    ttl: options.refreshTtl * 1000,
    encoding: 'none',
  };
}

/**
 * Reduces a header `Cookie` to the server's own cookies. Other programs on the same host set cookies, too, and a single
 * malformed one (browsers also send some without a name) makes hapi drop all of them, which would sign the user out.
 * @param pattern matches further cookies to keep
 */
export function ownCookies(header: string, names: readonly string[], pattern = /^(?!)/): string {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)) || pattern.test(cookie))
    .join('; ');
}
