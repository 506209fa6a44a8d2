import type { Anchor, PhotoItem } from '../../../core/http/wire.ts';

/** Where a photo stands in the timeline, or, when it is not part of it (archived, say), which photo stands after it. */
export interface Position {
  readonly index: number;
  readonly found: boolean;
}

type Dated = Pick<PhotoItem, 'uid' | 'taken_at'>;

/**
 * Finds a photo among those of the timeline by its time, in a handful of reads.
 * @param itemAt reads the photo at an index
 */
export async function locate(
  photo: Dated,
  months: readonly Anchor[],
  itemAt: (index: number) => Promise<Dated | undefined>,
): Promise<Position> {
  const last = months.at(-1);
  let high = last ? last.offset + last.count : 0;
  let low = 0;
  // `before` is just above the month's newest photo: this narrows the search to the month before any photo is read.
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

/** The order of the timeline: newest first, and by uid within a second. */
function comesBefore(a: Dated, b: Dated): boolean {
  return a.taken_at > b.taken_at || (a.taken_at === b.taken_at && a.uid < b.uid);
}

/** Finds a photo in a list in an order of its own, which is read for it. */
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
