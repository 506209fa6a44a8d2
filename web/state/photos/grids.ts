import type { Anchors, Aspects, PhotoItem, PhotoList } from '../../../core/http/wire.ts';
import { filterQuery, type PhotoFilter } from './photo-filter.ts';
import { PhotoGrid, type GridSource } from './photo-grid.ts';

export interface GridsApi {
  anchors(filter: string, stop: AbortSignal): Promise<Anchors>;
  aspects(filter: string, stop: AbortSignal): Promise<Aspects>;
  list(filter: string, part: { offset: number; limit: number }, stop: AbortSignal): Promise<PhotoList>;
}

/** Lists that are kept, so that going back shows one as it was left. */
const mostKept = 6;

/** The lists of photos that were looked at: each keeps its place and its photos while one is elsewhere. */
export class Grids {
  readonly #api: GridsApi;
  readonly #now: () => number;
  readonly #kept = new Map<string, PhotoGrid>();
  /** Kept lists that do not know yet that the library has changed. */
  readonly #stale = new Set<PhotoGrid>();

  /** @param now epoch seconds */
  constructor(api: GridsApi, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** The list of a filter, read when it is new or the library has changed since. */
  of(filter: PhotoFilter): PhotoGrid {
    const query = filterQuery(filter);
    const known = this.#kept.get(query);
    const grid = known ?? new PhotoGrid(this.#source(query), this.#now);
    this.#kept.delete(query);
    this.#kept.set(query, grid);
    if (!known || this.#stale.delete(grid)) void grid.refresh().catch(() => undefined);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    return grid;
  }

  /** The library has changed: lists that show follow now, others when they are looked at again. */
  changed(shown: PhotoGrid | null): void {
    for (const grid of this.#kept.values()) {
      if (grid === shown) void grid.refresh().catch(() => undefined);
      else this.#stale.add(grid);
    }
  }

  /** What an edit made of photos, for every list that has them. */
  replaceAll(photos: readonly PhotoItem[]): void {
    for (const grid of this.#kept.values()) grid.pages.replaceAll(photos);
  }

  /** Somebody else is here now. */
  forget(): void {
    for (const grid of this.#kept.values()) grid.forget();
    this.#kept.clear();
    this.#stale.clear();
  }

  #source(query: string): GridSource {
    return {
      outline: async (stop) => {
        const [{ anchors }, { aspects }] = await Promise.all([
          this.#api.anchors(query, stop),
          this.#api.aspects(query, stop),
        ]);
        return { months: anchors, aspects: bytesOf(aspects) };
      },
      photos: (part, stop) => this.#api.list(query, part, stop),
    };
  }
}

/** Photos of a list that stand under a heading of their own. */
export interface PhotoGroup {
  readonly title: string;
  readonly count: number;
}

/**
 * A list whose photos are all there already, in an order of its own: what a search found, what is like a photo.
 * @param groups the photos one after the other; without them there are no headings
 */
export function fixedSource(photos: readonly PhotoItem[], groups?: readonly PhotoGroup[]): GridSource {
  const parts = groups ?? [{ title: '', count: photos.length }];
  let offset = 0;
  // Groups are told apart like months are, the first as the newest.
  const months = parts.map(({ count }, i) => {
    const group = { year: parts.length - i, month: 0, count, offset, before: Infinity };
    offset += count;
    return group;
  });
  return {
    headings: groups ? ({ year }) => parts[parts.length - year]?.title ?? '' : false,
    outline: () => Promise.resolve({ months, aspects: aspectsOf(photos) }),
    photos: ({ offset, limit }) =>
      Promise.resolve({ photos: photos.slice(offset, offset + limit), total: photos.length }),
    locate: (uid) => {
      const index = photos.findIndex((photo) => photo.uid === uid);
      return index < 0 ? { index: photos.length, found: false } : { index, found: true };
    },
  };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** As the server tells shapes. */
function aspectsOf(photos: readonly PhotoItem[]): Uint8Array {
  return Uint8Array.from(photos, ({ width, height }) =>
    width && height ? Math.min(255, Math.max(1, Math.round(128 + 32 * Math.log2(width / height)))) : 0,
  );
}
