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
