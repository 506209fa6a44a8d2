import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '../../domain/errors.ts';

/**
 * Refuses a call that a page of another origin makes with the browser's cookies: one of another port of this host, or of
 * another host of the same domain, is the same site to a browser, which then sends even cookies that are `Strict`.
 *
 * Browsers say where a call comes from, and no script can make them say anything else: `Sec-Fetch-Site` where the address
 * is https or loopback, `Origin` everywhere. A request with neither header comes from no page: curl and programs may call.
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

/** Whether the page's address is the one at which it calls, as far as the server knows its own. */
function isOwn(headers: IncomingHttpHeaders, { trustProxy }: { trustProxy: boolean }): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  // `null` is a hidden origin: of a page in a sandbox, or of a file.
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  return ownAddress(headers, { trustProxy, protocol: new URL(origin).protocol })?.origin === new URL(origin).origin;
}

/** Headers as they came, by names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The origin at which a client calls, such as `https://photos.example`. Without word from a proxy, a page of the same host
 * tells whether there is https in front; else it is taken for http.
 */
export function originOfCall(headers: Headers, { trustProxy }: { trustProxy: boolean }): string {
  const page = last(headers['origin']) ?? '';
  const plain = ownAddress(headers, { trustProxy, protocol: 'http:' })?.origin ?? 'null';
  if (!page.startsWith('https:') || !URL.canParse(page)) return plain;
  const own = ownAddress(headers, { trustProxy, protocol: 'https:' })?.origin;
  return own === new URL(page).origin ? own : plain;
}

/**
 * The server's own address as the client used it; undefined when that is none.
 * @param options.protocol where no proxy says it
 */
function ownAddress(
  headers: Headers,
  { trustProxy, protocol }: { trustProxy: boolean; protocol: string },
): URL | undefined {
  const forwarded = (name: string): string | undefined => (trustProxy ? last(headers[name]) : undefined);
  const host = forwarded('x-forwarded-host') ?? last(headers['host']) ?? '';
  const told = forwarded('x-forwarded-proto');
  const own = `${told === undefined ? protocol : `${told}:`}//${host}`;
  return URL.canParse(own) ? new URL(own) : undefined;
}

/** The last of several values: the proxy in front wrote it; earlier ones may come from the client. */
function last(header: string | string[] | undefined): string | undefined {
  const value = [header].flat().at(-1)?.split(',').at(-1)?.trim();
  return value === '' ? undefined : value;
}
