import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange, SourceContent } from 'photofinch/plugin-api';
import { sha1Header } from '../contract.ts';
import { badAnswer } from './failure.ts';
import type { Answer } from './transport.ts';

/** The content according to the headers of `/full`. */
export interface ContentHeaders extends Omit<SourceContent, 'body'> {
  /** SHA-1 of the whole photo, 40 lower-case hexadecimal digits; null if the bridge does not know it. */
  readonly sha1: string | null;
}

/** The `Range` header of a byte range (RFC 9110, section 14.1.2). */
export function rangeHeader({ start, end }: ByteRange): string {
  return start < 0 ? `bytes=${start}` : `bytes=${start}-${end ?? ''}`;
}

/**
 * Parses the headers of a response with status 200 or 206.
 * @param requested the requested range; the whole photo is also a valid response
 * @throws BridgeFailure `bad_answer`
 */
export function readContentHeaders({ status, headers }: Answer, requested: ByteRange | undefined): ContentHeaders {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw wrong(`its bytes are packed (${encoding})`);
  const length = wholeNumber(headers['content-length']);
  if (length === undefined) throw wrong('Content-Length is missing');
  const common = {
    mediaType: headers['content-type'] ?? 'application/octet-stream',
    length,
    rev: revision(headers.etag),
    modifiedTime: time(headers['last-modified']),
    sha1: sha1(headers),
  };
  if (status === 200) return { ...common, totalLength: length, range: null };
  return { ...common, ...part(headers['content-range'], length, requested) };
}

function part(
  header: string | undefined,
  length: number,
  requested: ByteRange | undefined,
): Pick<SourceContent, 'totalLength' | 'range'> {
  if (!requested) throw wrong('a part came where the whole was asked for');
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header ?? '') ?? [];
  if (total === undefined) throw wrong('Content-Range is missing or not understood');
  const range = { start: Number(first), end: Number(last) };
  const totalLength = Number(total);
  const expected = {
    start: requested.start < 0 ? Math.max(0, totalLength + requested.start) : requested.start,
    end: Math.min(requested.start < 0 ? totalLength - 1 : (requested.end ?? totalLength - 1), totalLength - 1),
  };
  if (range.start !== expected.start || range.end !== expected.end)
    throw wrong('another range came than was asked for');
  if (range.end - range.start + 1 !== length) throw wrong('Content-Range and Content-Length do not agree');
  return { totalLength, range };
}

function revision(etag: string | undefined): string {
  const [, rev] = /^"([^"]{1,256})"$/.exec(etag ?? '') ?? [];
  if (rev === undefined) throw wrong('a strong ETag is missing');
  return rev;
}

function time(header: string | undefined): number {
  const ms = Date.parse(header ?? '');
  if (Number.isNaN(ms)) throw wrong('Last-Modified is missing or no date');
  return Math.floor(ms / 1000);
}

function sha1(headers: IncomingHttpHeaders): string | null {
  const digits = headers[sha1Header];
  if (digits === undefined) return null;
  if (typeof digits !== 'string' || !/^[0-9a-f]{40}$/i.test(digits)) throw wrong('X-Content-SHA1 is no SHA-1');
  return digits.toLowerCase();
}

function wholeNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

const wrong = (defect: string): Error => badAnswer(`The bridge sent a photo against the contract: ${defect}.`);
