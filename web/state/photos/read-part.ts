import type { PhotoItem } from '../../../core/http/wire.ts';

/** A part of a list as the server has just sent it. */
export interface ReadPart {
  readonly photos: readonly PhotoItem[];
  /** Whether no photos of the list come before it, or after it. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether the list has the newest photos first. */
  readonly isByTime: boolean;
}

/** Those of some photos whose place is within the part, and that are not there: they have left the list. */
export function goneFrom(part: ReadPart, photos: Iterable<PhotoItem>): PhotoItem[] {
  const { isFirst, isLast, isByTime } = part;
  if (!isByTime && !(isFirst && isLast)) return [];
  const there = new Set(part.photos.map(({ uid }) => uid));
  // Others of the very same time may be in the part before or after.
  const newest = isFirst ? Infinity : (part.photos[0]?.taken_at ?? -Infinity);
  const oldest = isLast ? -Infinity : (part.photos.at(-1)?.taken_at ?? Infinity);
  return [...photos].filter((photo) => photo.taken_at < newest && photo.taken_at > oldest && !there.has(photo.uid));
}
