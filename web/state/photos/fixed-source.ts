import type { PhotoItem } from '../../../core/http/wire.ts';
import type { GridSource } from './grid-source.ts';

/** Consecutive photos of a list under a heading of their own. */
export interface PhotoGroup {
  readonly title: string;
  /** Titles for narrow spaces, the longest first. */
  readonly shorter?: readonly string[];
  readonly count: number;
}

/**
 * A list whose photos are all known, in an order of its own, such as search results or similar photos.
 * @param groups consecutive groups of the photos; without them there are no headings
 */
export function fixedSource(photos: readonly PhotoItem[], groups?: readonly PhotoGroup[]): GridSource {
  const parts = groups ?? [{ title: '', count: photos.length }];
  let offset = 0;
  // Groups are represented as months, the first as the newest.
  const months = parts.map(({ count }, i) => {
    const group = { year: parts.length - i, month: 0, count, offset, before: Infinity, days: [] };
    offset += count;
    return group;
  });
  return {
    labelling: groups ? 'groups' : 'none',
    titlesOf: ({ year }) => {
      const { title = '', shorter = [] } = parts[parts.length - year] ?? {};
      return [title, ...shorter];
    },
    outline: () => Promise.resolve({ months, aspects: aspectsOf(photos) }),
    photos: ({ offset, limit }) =>
      Promise.resolve({ photos: photos.slice(offset, offset + limit), total: photos.length }),
    locate: (uid) => {
      const index = photos.findIndex((photo) => photo.uid === uid);
      return index < 0 ? { index: photos.length, found: false } : { index, found: true };
    },
  };
}

/** Aspect ratios in the server's encoding, one byte per photo. */
function aspectsOf(photos: readonly PhotoItem[]): Uint8Array {
  return Uint8Array.from(photos, ({ width, height }) =>
    width && height ? Math.min(255, Math.max(1, Math.round(128 + 32 * Math.log2(width / height)))) : 0,
  );
}
