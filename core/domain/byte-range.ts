import { createHash } from 'node:crypto';

/** A requested range: without `end`, it reaches to the end; a negative `start` means the last `-start` bytes. */
export interface RangeRequest {
  readonly start: number;
  readonly end?: number;
}

/**
 * Parses a `Range` header (RFC 9110, section 14).
 *
 * Other units, multiple ranges, and ends before starts are ignored, as the standard requires. A suffix of no bytes
 * (`bytes=-0`) is valid but can never be satisfied.
 * @returns the range; `unsatisfiable`; null for the whole content
 */
export function parseRange(header: string | undefined): RangeRequest | 'unsatisfiable' | null {
  // With `\s*(\d*)\s*`, a header of 15 KB of white space would hold everybody up for a second.
  const match = /^\s*bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header ?? '');
  if (!match) return null;
  const [, first, last] = match;
  if (first === undefined) {
    if (last === undefined) return null;
    const suffix = position(last);
    return suffix === 0 ? 'unsatisfiable' : { start: -suffix };
  }
  const start = position(first);
  if (last === undefined) return { start };
  const end = position(last);
  return end < start ? null : { start, end };
}

/** No content is longer than the largest safe integer. */
const position = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

/**
 * Whether `If-Range` allows a range to be served: only if the client's copy has exactly this content. A date is never a
 * strong validator.
 */
export function rangeStillApplies(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}

/** Whether `If-None-Match` lists this content, so that the client's copy is current. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}

/** An entity tag for a content revision, which may contain any characters. */
export const contentTag = (rev: string): string =>
  `"${createHash('sha256').update(rev).digest('base64url').slice(0, 22)}"`;
