import { LRUCache } from 'lru-cache';
import { heapBytes } from '../domain/heap-bytes.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { Places } from '../store/photos/places.ts';
import type { TimelineColumns } from './columns.ts';
import { conditionsOf, type Condition } from './conditions.ts';
import { GONE } from './entry.ts';
import type { Facets } from './facets.ts';
import type { PhotoFilter, TimeWindow } from './photo-filter.ts';
import { Selection } from './selection.ts';
import type { Timeline } from './timeline.ts';

/** Bytes of selections that are kept, with what was derived from them: at a million photos a whole timeline has 4 MB. */
const cacheSize = 64 * 1024 * 1024;

/** Finds the photos that pass a filter in the timeline in memory, and remembers them until something changes. */
export class Selections {
  readonly #timeline: Timeline;
  readonly #facets: Facets;
  readonly #places: Places;
  #version = -1;
  readonly #cache = new LRUCache<string, Selection>({
    maxSize: cacheSize,
    sizeCalculation: (selection, key) => Math.ceil(entryBytes + heapBytes(key) + selection.bytes),
  });

  constructor(parts: { timeline: Timeline; facets: Facets; places: Places }) {
    this.#timeline = parts.timeline;
    this.#facets = parts.facets;
    this.#places = parts.places;
  }

  /** As of now. */
  find(filter: PhotoFilter): Selection {
    const columns = this.#timeline.follow();
    if (this.#version !== this.#timeline.version) {
      this.#cache.clear();
      this.#version = this.#timeline.version;
    }
    const { key, conditions } = conditionsOf(filter, {
      facets: this.#facets,
      places: this.#places,
      capacity: this.#timeline.capacity,
    });
    const selection = this.#cache.get(key) ?? this.#remember(key, select(columns, conditions));
    return this.#within(filter, selection);
  }

  #remember(key: string, positions: Uint32Array): Selection {
    const selection = new Selection(this.#timeline, positions, () => {
      // Set anew, it is counted anew.
      if (this.#cache.peek(key) !== selection) return;
      this.#cache.delete(key);
      this.#cache.set(key, selection);
    });
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
