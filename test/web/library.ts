import type { Anchor, PhotoItem, PhotoList } from '../../core/http/wire.ts';

/** `[[2024, 6, 3], …]` (year, month, count; newest first) → months as the server sends them. */
export function months(...counts: [year: number, month: number, count: number][]): Anchor[] {
  let offset = 0;
  return counts.map(([year, month, count]) => {
    const anchor = { year, month, count, offset, before: newestOf(year, month) + 1, days: [] };
    offset += count;
    return anchor;
  });
}

/** A library in memory that answers like the server: photo `i` of a month is taken `i` seconds before its newest. */
export class Library {
  anchors: Anchor[];
  /** Offsets of the requested lists. */
  readonly asked: number[] = [];
  /** Uids of removed photos; the test itself has to lower the count of their month. */
  readonly gone = new Set<string>();
  /** Thrown by the next list, once. */
  failure: Error | null = null;

  constructor(anchors: Anchor[]) {
    this.anchors = anchors;
  }

  get total(): number {
    return this.anchors.reduce((sum, { count }) => sum + count, 0);
  }

  item(index: number): PhotoItem {
    const month = this.anchors.find(({ offset, count }) => index < offset + count);
    if (!month) throw new RangeError(`no photo ${index}`);
    const uidAt = (place: number): string => `${month.year}-${month.month}-${String(place).padStart(6, '0')}`;
    let within = index - month.offset;
    for (let place = 0; this.gone.size > 0 && place <= within; place++) if (this.gone.has(uidAt(place))) within++;
    const takenAt = newestOf(month.year, month.month) - within;
    return {
      uid: uidAt(within),
      thumb_url: null,
      favorited_by_me: false,
      tags: [],
      archived: false,
      hidden: false,
      hidden_by_me: false,
      kind: 'image',
      taken_at: takenAt,
      taken_at_local: new Date(takenAt * 1000).toISOString().slice(0, 19),
      width: 4,
      height: 3,
      thumbhash: null,
      duration: null,
      place: null,
      fault: null,
      stack: null,
    };
  }

  list({ offset, limit }: { offset: number; limit: number }): PhotoList {
    this.asked.push(offset);
    if (this.failure) {
      const failure = this.failure;
      this.failure = null;
      throw failure;
    }
    const photos: PhotoItem[] = [];
    for (let i = offset; i < Math.min(offset + limit, this.total); i++) photos.push(this.item(i));
    return { photos, total: this.total };
  }
}

/** Waits for pending work that needs no timer. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

function newestOf(year: number, month: number): number {
  return Date.UTC(year, month, 0, 12) / 1000;
}
