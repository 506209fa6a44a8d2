import type { Anchor, PhotoItem } from '../../../core/http/wire.ts';

/**
 * The index of a photo in the timeline; if it is not part of it, because it is archived, say, the index of the next older
 * photo.
 */
export interface Position {
  readonly index: number;
  readonly found: boolean;
}

export type DatedPhoto = Pick<PhotoItem, 'uid' | 'taken_at'>;

/**
 * Finds a photo in the timeline by its time, with a few reads.
 * @param itemAt reads the photo at an index
 */
export async function locate(
  photo: DatedPhoto,
  months: readonly Anchor[],
  itemAt: (index: number) => Promise<DatedPhoto | undefined>,
): Promise<Position> {
  const last = months.at(-1);
  let high = last ? last.offset + last.count : 0;
  let low = 0;
  // `before` is just above the time of the month's newest photo, so the month is found before any photo is read.
  for (const { before, offset, count } of months) {
    if (before <= photo.taken_at) {
      high = offset;
      break;
    }
    low = offset;
    high = offset + count;
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const item = await itemAt(middle);
    if (item?.uid === photo.uid) return { index: middle, found: true };
    if (item && comesBefore(item, photo)) low = middle + 1;
    else high = middle;
  }
  return { index: low, found: false };
}

/** The order of the timeline: newest first, then by uid. */
function comesBefore(a: DatedPhoto, b: DatedPhoto): boolean {
  return a.taken_at > b.taken_at || (a.taken_at === b.taken_at && a.uid < b.uid);
}

/** Finds a photo in a list that is not in order of time, by reading the list. */
export async function lookThrough(
  uid: string,
  parts: AsyncIterable<readonly Pick<PhotoItem, 'uid'>[]>,
): Promise<Position> {
  let offset = 0;
  for await (const photos of parts) {
    const at = photos.findIndex((photo) => photo.uid === uid);
    if (at >= 0) return { index: offset + at, found: true };
    offset += photos.length;
  }
  return { index: offset, found: false };
}
