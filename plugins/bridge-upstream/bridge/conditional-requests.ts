import { header as parseRanges } from '@hapi/ammo';
import type { FileRange } from './driver.ts';

/** Whether `If-None-Match` lists this content, so that the client's copy is current (RFC 9110, 13.1.2: weak comparison). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === etag);
}

/**
 * Parses a `Range` header (RFC 9110, 14.2).
 *
 * Malformed ranges, other units and multiple ranges get the whole content, as the standard allows. So does a range with an
 * `If-Range` that is not exactly this content's tag: a date is never a strong validator.
 * @returns the range; `unsatisfiable`; null for the whole content
 */
export function requestedRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  etag: string,
  size: number,
): FileRange | 'unsatisfiable' | null {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return null;
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range);
  const [, first = '', last = ''] = match ?? [];
  const ranges = parseRanges(range, size);
  if (ranges === null) {
    const isBackwards = first !== '' && last !== '' && Number(last) < Number(first);
    return match && first + last !== '' && !isBackwards ? 'unsatisfiable' : null;
  }
  const [only] = ranges;
  if (only === undefined || ranges.length > 1) return null;
  // For an empty file, a range of its last bytes is the whole content.
  if (size === 0) return null;
  // If a suffix is longer than the file, the start reported by ammo is negative.
  return { start: Math.max(0, only.from), end: only.to };
}
