import { heapBytes } from '../domain/heap-bytes.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { TimelineColumns } from './columns.ts';
import { indexAt } from './index-at.ts';

/** The maximum number of cached results of a selection, and their size in bytes. */
const maxDerived = 32;
const maxDerivedBytes = 16 * 1024 * 1024;
/** The size of a selection without photos, in bytes. */
const emptyBytes = 1024;

interface DerivedValue {
  readonly value: unknown;
  readonly bytes: number;
}

/** A function of the columns, and of the selection's positions in them, in order. */
type Compute<T> = (columns: TimelineColumns, positions: Uint32Array) => T;

/** The part of the timeline that a selection uses; its version changes whenever positions may change. */
export interface VersionedColumns {
  readonly columns: TimelineColumns;
  readonly version: number;
}

/**
 * The photos that pass a filter at one version of the timeline, in timeline order or in manual order.
 *
 * Positions are valid only for that version, so a selection never returns them alone: functions that use them also get the
 * columns that they belong to. A selection that is used after the timeline has changed throws instead of returning wrong
 * photos; code that needs it longer must keep the ids, or find the selection again.
 */
export class Selection {
  readonly #timeline: VersionedColumns;
  readonly #positions: Uint32Array;
  readonly #onGrown: (() => void) | undefined;
  /** Whether the photos are in manual order instead of timeline order. */
  readonly isArranged: boolean;
  /** The version of the timeline for which the positions are valid. */
  readonly version: number;
  /** The key of the filter; empty for a part of a selection. */
  readonly key: string;
  #derived: Map<string, DerivedValue> | undefined;
  #derivedBytes = 0;

  /**
   * @param options.onGrown called when more results are cached than before
   * @param options.isArranged whether the photos are in manual order
   * @param options.key the key of the filter
   */
  constructor(
    timeline: VersionedColumns,
    positions: Uint32Array,
    options: { readonly onGrown?: () => void; readonly isArranged?: boolean; readonly key?: string } = {},
  ) {
    this.#timeline = timeline;
    this.version = timeline.version;
    this.#positions = positions;
    this.#onGrown = options.onGrown;
    this.isArranged = options.isArranged ?? false;
    this.key = options.key ?? '';
  }

  get total(): number {
    return this.#positions.length;
  }

  /** The size in memory, including cached results. */
  get bytes(): number {
    return emptyBytes + this.#positions.byteLength + this.#derivedBytes;
  }

  /** Whether it has the same photos at the same positions as an earlier selection. */
  hasKept(earlier: Selection): boolean {
    return this.#positions === earlier.#positions;
  }

  /** The ids of the photos, or of some of them. */
  ids(from = 0, to = this.total): number[] {
    return this.read(({ id }, positions) => Array.from(positions.subarray(from, to), (position) => id[position]!));
  }

  /** The timeline positions of these photos, as far as the selection has them, newest first. */
  placesOf(photos: IdSet): Map<number, number> {
    return this.read(({ id }, positions) => {
      const places = new Map<number, number>();
      for (const position of positions) if (photos.has(id[position]!)) places.set(id[position]!, position);
      return places;
    });
  }

  /** The ids as a set, cached. */
  idSet(capacity: number): IdSet {
    return this.derive('ids', ({ id }, positions) => {
      const ids = new IdSet(capacity);
      for (const position of positions) ids.add(id[position]!);
      return ids;
    });
  }

  /** The part between two timeline positions, without a copy. */
  between(start: number, end: number): Selection {
    return this.read((_columns, positions) => {
      if (this.isArranged) {
        const within = positions.filter((position) => position >= start && position < end);
        return new Selection(this.#timeline, within, { isArranged: true });
      }
      const from = indexAt(positions, start);
      const to = Math.max(from, indexAt(positions, end));
      if (from === 0 && to === positions.length) return this;
      return new Selection(this.#timeline, positions.subarray(from, to));
    });
  }

  /**
   * The positions of the same filter after changes.
   * @param changed sorted positions of photos that may have been added or removed
   * @param passing those of them that now pass, sorted
   */
  updated(changed: Uint32Array, passing: Uint32Array): Uint32Array {
    return withChanges(this.#positions, changed, passing);
  }

  /** Computes a value from these photos. */
  read<T>(compute: Compute<T>): T {
    if (this.#timeline.version !== this.version) throw new Error('The timeline has moved on: find the photos anew.');
    return compute(this.#timeline.columns, this.#positions);
  }

  /** Like `read`, but cached, for counts and markers. If there are too many results, the oldest is dropped. */
  derive<T>(key: string, compute: Compute<T>): T {
    const cached = this.#derived?.get(key);
    if (cached) return cached.value as T;
    const value = this.read(compute);
    const bytes = entryBytes + heapBytes(key) + heapBytes(value);
    if (bytes > maxDerivedBytes) return value;
    const derived = (this.#derived ??= new Map<string, DerivedValue>());
    for (const [oldest, { bytes: freed }] of derived) {
      if (derived.size < maxDerived && this.#derivedBytes + bytes <= maxDerivedBytes) break;
      derived.delete(oldest);
      this.#derivedBytes -= freed;
    }
    derived.set(key, { value, bytes });
    this.#derivedBytes += bytes;
    this.#onGrown?.();
    return value;
  }
}

/**
 * The positions without the changed ones, plus the passing ones among those. Nothing is copied if the result is the same.
 */
function withChanges(positions: Uint32Array, changed: Uint32Array, passing: Uint32Array): Uint32Array {
  const passes = new Set(passing);
  const moved = changed.filter((position) => {
    const index = indexAt(positions, position);
    return (positions[index] === position) !== passes.has(position);
  });
  if (moved.length === 0) return positions;
  const updated = new Uint32Array(positions.length + moved.length);
  let [from, to] = [0, 0];
  const copyUntil = (end: number): void => {
    updated.set(positions.subarray(from, end), to);
    to += end - from;
    from = end;
  };
  for (const position of moved) {
    copyUntil(indexAt(positions, position));
    if (passes.has(position)) updated[to++] = position;
    else from++;
  }
  copyUntil(positions.length);
  return updated.subarray(0, to);
}
