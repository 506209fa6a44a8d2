import type { Anchor, Anchors, Aspects, PhotoItem, PhotoList } from '../../../core/http/wire.ts';
import { filterQuery, type PhotoFilter } from './photo-filter.ts';
import type { GridSource } from './grid-source.ts';
import { PhotoGrid } from './photo-grid.ts';

export interface GridsApi {
  anchors(filter: string, stop: AbortSignal): Promise<Anchors>;
  aspects(filter: string, stop: AbortSignal): Promise<Aspects>;
  list(filter: string, part: { offset: number; limit: number }, stop: AbortSignal): Promise<PhotoList>;
}

/** How many lists are kept, so that going back shows a list as it was left. */
const maxGrids = 6;

/** The recently shown lists of photos. Each keeps its scroll position and its photos. */
export class Grids {
  readonly #api: GridsApi;
  readonly #now: () => number;
  readonly #kept = new Map<string, PhotoGrid>();
  /** Kept lists that were read before the library changed. */
  readonly #stale = new Set<PhotoGrid>();

  /** @param now epoch seconds */
  constructor(api: GridsApi, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** The list of a filter; it is read if it is new, or the library has changed since. */
  of(filter: PhotoFilter): PhotoGrid {
    const query = [filterQuery(filter), showsStacks(filter) ? 'stacked=true' : ''].filter(Boolean).join('&');
    const keptGrid = this.#kept.get(query);
    const grid = keptGrid ?? new PhotoGrid(this.#source(query, filter), this.#now);
    this.#kept.delete(query);
    this.#kept.set(query, grid);
    if (!keptGrid || this.#stale.delete(grid)) void grid.refresh().catch(() => undefined);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= maxGrids) break;
      this.#kept.delete(oldest);
    }
    return grid;
  }

  /** To be called after the library has changed: the visible list is read now, others when they are shown again. */
  changed(shownGrid: PhotoGrid | null): void {
    for (const grid of this.#kept.values()) {
      if (grid === shownGrid) void grid.refresh().catch(() => undefined);
      else this.#stale.add(grid);
    }
  }

  /** Replaces photos with changed versions in all lists. */
  replaceAll(photos: readonly PhotoItem[]): void {
    for (const grid of this.#kept.values()) grid.pages.replaceAll(photos);
  }

  #source(query: string, filter: PhotoFilter): GridSource {
    let isByTime = true;
    const isTimeline = filterQuery(filter) === '';
    return {
      filter,
      outline: async (stop) => {
        const [{ anchors }, { aspects, total, videos }] = await Promise.all([
          this.#api.anchors(query, stop),
          this.#api.aspects(query, stop),
        ]);
        // An album with a manual order has no months: all of it is one group.
        isByTime = anchors.length > 0 || total === 0;
        return { months: isByTime ? anchors : [allAtOnce(total)], aspects: bytesOf(aspects), videos };
      },
      photos: (part, stop) => this.#api.list(query, part, stop),
      // Lists other than the timeline often have few photos per month: most of the list would be labels.
      get labelling() {
        return isByTime ? (isTimeline ? 'days' : 'sparingly') : 'none';
      },
    };
  }
}

/**
 * Whether a stack is shown as one tile. Lists of photos that people chose one by one, and folders, show all photos; the map
 * shows as many as it counts.
 */
export function showsStacks(filter: PhotoFilter): boolean {
  const { album, folder, bbox, only_favorites, only_archived, only_hidden } = filter;
  return [album, folder, bbox, only_favorites, only_archived, only_hidden].every(
    (condition) => condition === undefined,
  );
}

const allAtOnce = (count: number): Anchor => ({ year: 1, month: 0, count, offset: 0, before: Infinity, days: [] });

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
