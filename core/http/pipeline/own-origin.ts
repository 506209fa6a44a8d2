import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../../domain/errors.ts';

/**
 * Rejects a call that a page of another origin makes with the browser's cookies. To a browser, a page on another port of
 * this host, or on another host of the same domain, is the same site, so it sends even `Strict` cookies.
 *
 * Browsers report where a call comes from, in headers that scripts cannot change: `Sec-Fetch-Site` on https or loopback
 * addresses, `Origin` on all. A request without either header does not come from a page: curl and programs may call.
 * @throws DomainError `forbidden`
 */
export function refuseOtherOrigins(headers: IncomingHttpHeaders, options: { trustProxy: boolean }): void {
  const site = last(headers['sec-fetch-site']);
  if (site === undefined ? isOwn(headers, options) : site === 'same-origin' || site === 'none') return;
  throw new DomainError(
    'forbidden',
    'This may be asked by pages of Photofinch itself alone: open it at its own address; a proxy in front has to pass the header Host on.',
  );
}

/** Whether the page's origin is the one that it calls, as far as the server knows its own. */
function isOwn(headers: IncomingHttpHeaders, { trustProxy }: { trustProxy: boolean }): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  // `null` is an opaque origin: a page in a sandbox, or a file.
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  return ownAddress(headers, { trustProxy, protocol: new URL(origin).protocol })?.origin === new URL(origin).origin;
}

/** Received headers, by lower-case names. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The origin that a client calls, such as `https://photos.example`. Without information from a proxy, the origin of a page
 * on the same host shows whether https is used; otherwise http is assumed.
 */
export function originOfCall(headers: Headers, { trustProxy }: { trustProxy: boolean }): string {
  const page = last(headers['origin']) ?? '';
  const plain = ownAddress(headers, { trustProxy, protocol: 'http:' })?.origin ?? 'null';
  if (!page.startsWith('https:') || !URL.canParse(page)) return plain;
  const ownOrigin = ownAddress(headers, { trustProxy, protocol: 'https:' })?.origin;
  return ownOrigin === new URL(page).origin ? ownOrigin : plain;
}

/**
 * The server's own URL as the client used it; undefined if it is invalid.
 * @param options.protocol the protocol if no proxy reports it
 */
function ownAddress(
  headers: Headers,
  { trustProxy, protocol }: { trustProxy: boolean; protocol: string },
): URL | undefined {
  const forwarded = (name: string): string | undefined => (trustProxy ? last(headers[name]) : undefined);
  const host = forwarded('x-forwarded-host') ?? last(headers['host']) ?? '';
  const forwardedProtocol = forwarded('x-forwarded-proto');
  const address = `${forwardedProtocol === undefined ? protocol : `${forwardedProtocol}:`}//${host}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** The last of several values, which the nearest proxy wrote; earlier ones may come from the client. */
function last(header: string | string[] | undefined): string | undefined {
  const value = [header].flat().at(-1)?.split(',').at(-1)?.trim();
  return value === '' ? undefined : value;
}
