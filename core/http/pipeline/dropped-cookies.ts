import type { Server } from '@hapi/hapi';
import type { Logger } from 'pino';
import { refreshCookie } from './cookies.ts';

/**
 * Logs a warning, once, when somebody has signed in at an address without TLS while cookies are `Secure`: the browser drops
 * the cookie, so the session ends as soon as the page is loaded again.
 */
export function warnOfDroppedCookies(server: Server, log: Pick<Logger, 'warn'>): void {
  let isTold = false;
  server.events.on('response', ({ headers, raw }) => {
    // The browser itself names the address, whatever proxies are in front; with a link that is followed, it does not.
    const { origin = '' } = headers as { origin?: string };
    if (isTold || !dropsSecureCookies(origin)) return;
    const cookies = [raw.res.getHeader('set-cookie')].flat();
    if (!cookies.some((cookie) => String(cookie).startsWith(`${refreshCookie}=`))) return;
    isTold = true;
    log.warn(
      { origin },
      'Browsers keep no session from an address without TLS: set AUTH_COOKIE_SECURE=0, or put a proxy with TLS in front',
    );
  });
}

/** Browsers treat their own machine like an address with TLS. */
function dropsSecureCookies(origin: string): boolean {
  if (!origin.startsWith('http:') || !URL.canParse(origin)) return false;
  return !/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname);
}
