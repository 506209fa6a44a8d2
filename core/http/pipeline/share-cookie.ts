/** Proves that the visitor has entered the password of a share. */
export const shareCookie = 'pf_share';

/**
 * The cookie of one share: sent only to the routes of that share, never cross-site, and invisible to scripts. It ends
 * with the browser session, or earlier by the expiry inside it.
 * @param token of an existing share
 */
export function shareCookieHeader(token: string, proof: string, { secure }: { secure: boolean }): string {
  return `${shareCookie}=${proof}; HttpOnly; SameSite=Strict; Path=/api/shared/${token}${secure ? '; Secure' : ''}`;
}
