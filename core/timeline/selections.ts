import { LRUCache } from 'lru-cache';
import type { WithheldFrom } from '../domain/withheld.ts';
import { heapBytes } from '../domain/heap-bytes.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { PhotoFolders } from '../store/photos/photo-folders.ts';
import type { Places } from '../store/photos/places.ts';
import type { TimelineColumns } from './columns.ts';
import { conditionsOf, type Condition } from './conditions.ts';
import { GONE } from './entry.ts';
import type { Facets } from './facets.ts';
import type { PhotoFilter, TimeWindow } from './photo-filter.ts';
import { Selection } from './selection.ts';
import type { ThingSets } from './thing-sets.ts';
import type { Timeline } from './timeline.ts';
import type { TripsInTimeline } from './trips-in-timeline.ts';

/** Bytes of selections that are kept, with what was derived from them: at a million photos a whole timeline has 4 MB. */
const cacheSize = 64 * 1024 * 1024;

/** What people decided about albums, as far as lists go by it. */
export interface AlbumChoices {
  /** The filter by which an album finds its photos, for a user; undefined for an album without a rule, and for none. */
  ruleOf(albumUid: string, asker: number): PhotoFilter | undefined;
  /** Uids of the albums whose photos the timeline leaves out. */
  offTimeline(): readonly string[];
  /** Reads the ids of an album's photos in the order by hand; undefined for an album in the order of time, and for none. */
  byHand(albumUid: string): (() => readonly number[]) | undefined;
}

/** Finds the photos that pass a filter in the timeline in memory, and remembers them until something changes. */
export class Selections {
  readonly #timeline: Timeline;
  readonly #facets: Facets;
  readonly #places: Places;
  readonly #folders: PhotoFolders;
  readonly #withheld: WithheldFrom;
  readonly #things: ThingSets;
  readonly #trips: TripsInTimeline;
  readonly #albums: AlbumChoices;
  #version = -1;
  readonly #cache = new LRUCache<string, Selection>({
    maxSize: cacheSize,
    sizeCalculation: (selection, key) => Math.ceil(entryBytes + heapBytes(key) + selection.bytes),
  });

  constructor(parts: {
    timeline: Timeline;
    facets: Facets;
    places: Places;
    folders: PhotoFolders;
    things: ThingSets;
    trips: TripsInTimeline;
    albums: AlbumChoices;
    withheld: WithheldFrom;
  }) {
    this.#timeline = parts.timeline;
    this.#facets = parts.facets;
    this.#places = parts.places;
    this.#folders = parts.folders;
    this.#withheld = parts.withheld;
    this.#things = parts.things;
    this.#trips = parts.trips;
    this.#albums = parts.albums;
  }

  /** As of now. */
  find(filter: PhotoFilter): Selection {
    return this.#find(filter, true);
  }

  /** The same for one question: it is not remembered, so that many of them do not drive out what is. */
  once(filter: PhotoFilter): Selection {
    return this.#find(filter, false);
  }

  #find(filter: PhotoFilter, isRemembered: boolean): Selection {
    // What is kept from somebody may be photos of a rule: to find them follows the timeline by itself, and so comes first.
    if (filter.withheldFrom !== undefined) this.#withheld(filter.withheldFrom);
    const columns = this.#timeline.follow();
    const version = this.#timeline.version;
    if (this.#version !== this.#timeline.version) {
      this.#cache.clear();
      this.#version = version;
    }
    const { key, conditions } = conditionsOf(filter, {
      facets: this.#facets,
      places: this.#places,
      folders: this.#folders,
      withheld: this.#withheld,
      things: this.#things,
      trips: this.#trips,
      version: this.#timeline.version,
      ruleOf: (album) => this.#albums.ruleOf(album, filter.asker ?? 0),
      offTimeline: () => this.#albums.offTimeline(),
      capacity: this.#timeline.capacity,
    });
    // More photos have come in since.
    if (this.#timeline.version !== version) return this.#find(filter, isRemembered);
    const order = filter.byHand && filter.album !== undefined ? this.#albums.byHand(filter.album) : undefined;
    const orderedKey = order ? `${key} by hand` : key;
    const known = this.#cache.get(orderedKey);
    if (known) return this.#within(filter, known);
    const positions = select(columns, conditions);
    if (order) arrange(positions, columns, order());
    const isArranged = order !== undefined;
    const selection = isRemembered
      ? this.#remember(orderedKey, positions, isArranged)
      : new Selection(this.#timeline, positions, { isArranged });
    return this.#within(filter, selection);
  }

  #remember(key: string, positions: Uint32Array, isArranged: boolean): Selection {
    const onGrown = (): void => {
      // Set anew, it is counted anew.
      if (this.#cache.peek(key) !== selection) return;
      this.#cache.delete(key);
      this.#cache.set(key, selection);
    };
    const selection = new Selection(this.#timeline, positions, { onGrown, isArranged });
    this.#cache.set(key, selection);
    return selection;
  }

  /** The part of a selection that lies in a window of time. */
  #within({ before, beforeUid, after }: TimeWindow, selection: Selection): Selection {
    if (before === undefined && after === undefined) return selection;
    const { columns, uidsOf } = this.#timeline;
    const start =
      before === undefined
        ? 0
        : beforeUid === undefined
          ? columns.firstBefore(before)
          : columns.firstAfterUid(before, beforeUid, uidsOf);
    const end = after === undefined ? columns.length : columns.firstBefore(after + 1);
    return selection.between(start, end);
  }
}

/** One scan over the flags, and over the columns that further conditions read. */
function select(columns: TimelineColumns, conditions: readonly Condition[]): Uint32Array {
  let mask = GONE;
  let wanted = 0;
  for (const { flags } of conditions) {
    mask |= flags?.mask ?? 0;
    wanted |= flags?.wanted ?? 0;
  }
  const { flags, length } = columns;
  const found = new Uint32Array(length);
  let count = 0;
  for (let i = 0; i < length; i++) {
    found[count] = i;
    if ((flags[i]! & mask) === wanted) count++;
  }
  for (const condition of conditions) count = condition.keep?.(columns, found, count) ?? count;
  return found.slice(0, count);
}

/** Brings photos into an order; those that it does not name stand behind the others. */
function arrange(positions: Uint32Array, { id }: TimelineColumns, order: readonly number[]): void {
  const places = new Map(order.map((photo, place) => [photo, place]));
  const placeOf = (position: number): number => places.get(id[position]!) ?? order.length;
  positions.sort((a, b) => placeOf(a) - placeOf(b) || a - b);
}
