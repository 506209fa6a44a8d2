import { LRUCache } from 'lru-cache';
import type { Db } from '../db/open.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { heapBytes } from '../domain/heap-bytes.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { TimelineColumns } from './columns.ts';
import type { Condition } from './condition.ts';
import { conditionsOf, keepAll, type Sources } from './conditions.ts';
import { GONE } from './entry.ts';
import type { Facets } from './facets.ts';
import type { PhotoFilter, TimeWindow } from './photo-filter.ts';
import { Selection } from './selection.ts';
import type { ThingSets } from './thing-sets.ts';
import type { Timeline } from './timeline.ts';
import type { TripsInTimeline } from './trips-in-timeline.ts';

/**
 * The size of the cache of selections with their derived values, in bytes: a whole timeline of a million photos takes 4 MB.
 */
const cacheSize = 64 * 1024 * 1024;

/** Facts about albums that lists need. */
export interface AlbumChoices {
  /** The filter of an album's rule, for a user; undefined if the album has no rule or does not exist. */
  ruleOf(albumUid: string, asker: number): PhotoFilter | undefined;
  /** The uids of the albums whose photos the timeline leaves out. */
  offTimeline(): readonly string[];
  /** Reads the ids of an album's photos in manual order; undefined if the album is sorted by time or does not exist. */
  byHand(albumUid: string): (() => readonly number[]) | undefined;
}

/** See `conditionsOf`. */
interface Names {
  readonly asked: string;
  readonly key: string;
}

interface Parts extends Pick<Sources, 'places' | 'folders' | 'withheld'> {
  readonly db: Db;
  readonly timeline: Timeline;
  readonly facets: Facets;
  readonly things: ThingSets;
  readonly trips: TripsInTimeline;
  readonly albums: AlbumChoices;
}

/** Finds the photos that pass a filter in the timeline in memory, and caches the result until something changes. */
export class Selections {
  readonly #with: Parts;
  /** The key is `asked`: when favourites or people change, the new selection replaces the outdated one. */
  readonly #cache = new LRUCache<string, Selection>({
    maxSize: cacheSize,
    sizeCalculation: (selection, key) => Math.ceil(entryBytes + heapBytes(key) + selection.bytes),
  });

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** The current selection. */
  find(filter: PhotoFilter): Selection {
    return this.#find(filter, { isRemembered: true });
  }

  /**
   * The same for a single use: it is not cached, so that many of these do not evict others.
   * @param earlier an earlier selection, whose photos are reused if it is still valid
   */
  once(filter: PhotoFilter, earlier?: Selection): Selection {
    return this.#find(filter, { isRemembered: false, earlier });
  }

  /**
   * Whether one photo passes each of some filters. This makes no list, examines no other photo and reads no set of ids. A
   * new photo passes no filter until it is in the timeline.
   */
  passes(photo: { readonly id: number; readonly takenAt: number }, filters: readonly PhotoFilter[]): boolean[] {
    const columns = this.#with.timeline.follow();
    const at = this.#with.timeline.positionOf(photo);
    if (at === undefined) return filters.map(() => false);
    const [thePhoto, none] = [IdSet.of([photo.id]), new IdSet()];
    const facets: Sources['facets'] = {
      version: () => 0,
      tagId: (key) => this.#with.facets.tagId(key),
      albumId: (uid) => this.#with.facets.albumId(uid),
      photos: (facet, owner) => (this.#with.facets.has(facet, owner, photo.id) ? thePhoto : none),
    };
    const things: Sources['things'] = { photos: (query) => (this.#with.things.has(query, photo.id) ? thePhoto : none) };
    return filters.map((filter) => {
      const { conditions } = conditionsOf(filter, { ...this.#sources(filter), facets, things });
      return keepAll(columns, conditions, Uint32Array.of(at), 1) === 1;
    });
  }

  #sources(filter: PhotoFilter): Sources {
    const { timeline, albums } = this.#with;
    return {
      ...this.#with,
      version: timeline.version,
      ruleOf: (album) => albums.ruleOf(album, filter.asker ?? 0),
      offTimeline: () => albums.offTimeline(),
      capacity: timeline.capacity,
    };
  }

  #find(filter: PhotoFilter, options: { isRemembered: boolean; earlier?: Selection | undefined }): Selection {
    // This comes first, because finding the photos of withheld albums with rules makes the timeline catch up.
    if (filter.withheldFrom !== undefined) this.#with.withheld(filter.withheldFrom);
    const columns = this.#with.timeline.follow();
    const { version } = this.#with.timeline;
    const { asked: requestKey, key, conditions } = conditionsOf(filter, this.#sources(filter));
    // More photos have been added meanwhile.
    if (this.#with.timeline.version !== version) return this.#find(filter, options);
    const order = filter.byHand && filter.album !== undefined ? this.#with.albums.byHand(filter.album) : undefined;
    if (order) return this.#within(filter, this.#arranged(filter, { asked: requestKey, key }, order));
    const cached = options.earlier?.key === key ? options.earlier : this.#known(requestKey, key);
    if (cached?.version === version) return this.#within(filter, cached);
    const positions =
      filter.stackedFor === undefined
        ? (this.#updated(cached, conditions) ?? select(columns, conditions))
        : this.#covers(filter, conditions);
    const selection = options.isRemembered
      ? this.#remember({ asked: requestKey, key }, positions, false)
      : new Selection(this.#with.timeline, positions, { key });
    return this.#within(filter, selection);
  }

  /** The photos of an album in manual order. */
  #arranged(filter: PhotoFilter, names: Names, order: () => readonly number[]): Selection {
    const arranged: Names = { asked: `${names.asked} by hand`, key: `${names.key} by hand` };
    const cached = this.#known(arranged.asked, arranged.key);
    if (cached?.version === this.#with.timeline.version) return cached;
    const inTime = this.find({ ...filter, byHand: undefined, before: undefined, after: undefined });
    return this.#remember(arranged, inTime.read(inOrder(order())), true);
  }

  /** The covers of stacks among the photos that pass all other conditions. */
  #covers(filter: PhotoFilter, conditions: readonly Condition[]): Uint32Array {
    const all = this.find({ ...filter, stackedFor: undefined, before: undefined, after: undefined });
    return all.read((columns, positions) => {
      const found = positions.slice();
      return found.subarray(0, conditions.at(-1)?.keep?.(columns, found, found.length));
    });
  }

  /** The positions of an earlier selection, updated; undefined if it cannot be derived from photos that changed in place. */
  #updated(earlier: Selection | undefined, conditions: readonly Condition[]): Uint32Array | undefined {
    if (!earlier || conditions.some(({ isOfSeveral }) => isOfSeveral)) return undefined;
    const changed = this.#with.timeline.changesSince(earlier.version);
    return changed && earlier.updated(changed, passing(this.#with.timeline.columns, conditions, changed.slice()));
  }

  #known(requestKey: string, key: string): Selection | undefined {
    const cached = this.#cache.get(requestKey);
    return cached?.key === key ? cached : undefined;
  }

  #remember({ asked: requestKey, key }: Names, positions: Uint32Array, isArranged: boolean): Selection {
    const onGrown = (): void => {
      // Setting the entry again makes the cache recompute its size.
      if (this.#cache.peek(requestKey) !== selection) return;
      this.#cache.delete(requestKey);
      this.#cache.set(requestKey, selection);
    };
    const selection = new Selection(this.#with.timeline, positions, { onGrown, isArranged, key });
    // The versions in its key are those of a transaction that may still be rolled back; others may reach them later.
    if (!this.#with.db.inTransaction) this.#cache.set(requestKey, selection);
    return selection;
  }

  /** The part of a selection within a time window. */
  #within({ before, beforeUid, after }: TimeWindow, selection: Selection): Selection {
    if (before === undefined && after === undefined) return selection;
    const { columns, uidsOf } = this.#with.timeline;
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

/** One scan over the flags, and one over the columns of each further condition. */
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

const isThere: Condition = { key: null, flags: { mask: GONE, wanted: 0 } };

/** The positions that pass. @param positions is overwritten */
function passing(columns: TimelineColumns, conditions: readonly Condition[], positions: Uint32Array): Uint32Array {
  return positions.subarray(0, keepAll(columns, [isThere, ...conditions], positions, positions.length));
}

/** Sorts photos by a given order; photos that are not in it come last. */
function inOrder(order: readonly number[]): (columns: TimelineColumns, positions: Uint32Array) => Uint32Array {
  const places = new Map(order.map((photo, place) => [photo, place]));
  return ({ id }, positions) => {
    const placeOf = (position: number): number => places.get(id[position]!) ?? order.length;
    return positions.toSorted((a, b) => placeOf(a) - placeOf(b) || a - b);
  };
}
