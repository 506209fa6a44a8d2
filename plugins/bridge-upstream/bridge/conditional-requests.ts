import { header as parseRanges } from '@hapi/ammo';
import type { ContentRange } from './content-source.ts';

/** Whether `If-None-Match` names this content (RFC 9110, 13.1.2: the weak comparison): the client has it already. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === etag);
}

/**
 * Parses a header `Range` (RFC 9110, 14.2).
 *
 * Malformed ranges, other units and several ranges get the whole content, as the standard allows; so does a range with
 * an `If-Range` that is not exactly this content's tag: a date is never a strong validator.
 * @returns the range; `unsatisfiable`; null for the whole content
 */
export function askedRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  etag: string,
  size: number,
): ContentRange | 'unsatisfiable' | null {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return null;
  const one = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range);
  const [, first = '', last = ''] = one ?? [];
  const ranges = parseRanges(range, size);
  if (ranges === null) {
    const backwards = first !== '' && last !== '' && Number(last) < Number(first);
    return one && first + last !== '' && !backwards ? 'unsatisfiable' : null;
  }
  const [only] = ranges;
  if (only === undefined || ranges.length > 1) return null;
  // The last bytes of an empty file are the whole of it.
  if (size === 0) return null;
  // ammo counts a suffix that is longer than the file from before its start.
  return { start: Math.max(0, only.from), end: only.to };
}
