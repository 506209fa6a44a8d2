import type { ServerStateCookieOptions } from '@hapi/hapi';

/** Holds the raw refresh token. */
export const refreshCookie = 'pf_refresh';

/** Sent to the sign-in routes alone, never from another site, and out of reach of scripts. */
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
 * What of a header `Cookie` is ours. Other programs under the same host name set cookies too, and where one of theirs is
 * not well formed (browsers also send some without a name), hapi reads none at all: its user would be signed out.
 * @param others whole cookies that are ours as well
 */
export function ownCookies(header: string, names: readonly string[], others = /^(?!)/): string {
  return header
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)) || others.test(cookie))
    .join('; ');
}
