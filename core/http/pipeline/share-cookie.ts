/** Proves that the password of a share was given. */
export const shareCookie = 'pf_share';

/**
 * Sent to the routes of that one share alone, never from another site, and out of reach of scripts; it ends with the browser,
 * or earlier by what it says itself.
 * @param token of the share, which is known to be one
 */
export function shareCookieHeader(token: string, proof: string, { secure }: { secure: boolean }): string {
  return `${shareCookie}=${proof}; HttpOnly; SameSite=Strict; Path=/api/shared/${token}${secure ? '; Secure' : ''}`;
}
