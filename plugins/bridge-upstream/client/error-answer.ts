import type { SourceErrorCode } from 'photofinch/plugin-api';
import { errorStatus, type ErrorCode } from '../contract.ts';
import { badAnswer, BridgeFailure } from './failure.ts';
import { readBody } from './read-body.ts';
import type { Answer } from './transport.ts';

/** The server's error for each error of the bridge. An error of one photo fails that photo; any other pauses the sync. */
const sourceCode: Readonly<Record<ErrorCode, SourceErrorCode>> = {
  bad_request: 'bad_answer',
  bridge_auth: 'not_logged_in',
  not_found: 'not_found',
  no_thumbnail: 'not_found',
  read_only: 'bad_answer',
  cursor_expired: 'cursor_expired',
  bad_range: 'bad_range',
  rate_limited: 'rate_limited',
  upstream_error: 'bad_answer',
  integrity_error: 'integrity',
  not_logged_in: 'not_logged_in',
  upstream_unreachable: 'unreachable',
  upstream_timeout: 'timeout',
};

/** For responses whose body contains no error. A 404 alone does not prove that a photo is missing. */
const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'bridge_auth',
  416: 'bad_range',
  429: 'rate_limited',
  503: 'upstream_unreachable',
  504: 'upstream_timeout',
};

const sentences: Partial<Record<ErrorCode, string>> = {
  not_found: 'The bridge does not know this photo or album.',
  cursor_expired: 'The bridge no longer remembers what has changed since the last sync.',
  bad_range: 'The asked bytes lie outside the photo.',
  rate_limited: 'The store asks for a pause.',
  integrity_error: 'the bridge finds that the bytes in the store are damaged.',
  not_logged_in: 'The bridge is not logged in to its store: see what the bridge says.',
  upstream_unreachable: 'The bridge cannot reach its store: see whether the store is there.',
  upstream_timeout: 'The store took too long to answer the bridge.',
};

/** The token is a setting of this server, so the message is its own. */
const tokenRefusal = 'The bridge refuses BRIDGE_TOKEN: set it to the token that the bridge was given.';

const largestError = 64 * 1024;
const longestDetail = 300;
/** Seconds. */
const longestPause = 3600;

/** Parses an error response. */
export async function readError(answer: Answer, signal: AbortSignal): Promise<BridgeFailure> {
  const { status, headers } = answer;
  const body = parse(await readBody(answer, { atMost: largestError, signal }));
  // An error code with a status other than its own is not trusted.
  const code = isErrorCode(body.code) && errorStatus[body.code] === status ? body.code : byStatus[status];
  if (code === undefined) {
    return badAnswer(`The bridge answered ${status}${body.detail ? `: ${body.detail}` : '.'}`);
  }
  const message =
    code === 'bridge_auth' ? tokenRefusal : body.detail || sentences[code] || `The bridge answered ${code}.`;
  const isBusy = status >= 502 && body.retryable === true;
  return new BridgeFailure(sourceCode[code], message, {
    bridge: 'answered',
    said: code,
    ...(isBusy && { again: 'busy' }),
    ...(code === 'rate_limited' && retryAfter(headers['retry-after'])),
  });
}

function parse(body: Buffer): { code?: unknown; detail: string; retryable?: unknown } {
  try {
    const { code, detail, retryable } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return { code, retryable, detail: typeof detail === 'string' ? oneLine(detail) : '' };
  } catch {
    return { detail: '' };
  }
}

/** A text of the bridge for people: one line of limited length. */
export function oneLine(text: string): string {
  return text
    .slice(0, longestDetail)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code);
}

/** `Retry-After` is seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | undefined): { retryAfter: number } | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : { retryAfter: Math.min(Math.max(seconds, 0), longestPause) };
}
