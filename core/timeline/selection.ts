import { heapBytes } from '../domain/heap-bytes.ts';
import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { TimelineColumns } from './columns.ts';
import { indexAt } from './index-at.ts';

/** Answers that a selection remembers, and their bytes. */
const mostDerived = 32;
const mostDerivedBytes = 16 * 1024 * 1024;
/** Bytes of a selection without photos. */
const emptyBytes = 1024;

interface Derived {
  readonly value: unknown;
  readonly bytes: number;
}

/** Photos as columns, and where in them the photos of a selection stand, in order. */
type Compute<T> = (columns: TimelineColumns, positions: Uint32Array) => T;

/** The part of the timeline that a selection needs: it tells when its positions have moved. */
export interface Timed {
  readonly columns: TimelineColumns;
  readonly version: number;
}

/**
 * The photos that pass a filter, in the order of the timeline or in one by hand, at one version of the timeline.
 *
 * Positions are valid for that version alone, so they never leave a selection by themselves: functions that use them
 * get the columns that they belong to. A selection that is used after the timeline has moved on throws, instead of
 * returning other photos: code that needs it longer takes the ids, or finds it again.
 */
export class Selection {
  readonly #timeline: Timed;
  readonly #positions: Uint32Array;
  readonly #onGrown: (() => void) | undefined;
  /** Whether the photos are in an order by hand, and not in that of time. */
  readonly isArranged: boolean;
  /** The version of the timeline to which the positions belong. */
  readonly version: number;
  /** The key of the filter; empty for a part of its photos. */
  readonly key: string;
  #derived: Map<string, Derived> | undefined;
  #derivedBytes = 0;

  /**
   * @param options.onGrown told when more is remembered than before
   * @param options.isArranged the photos are not in the order of the timeline
   * @param options.key of the filter
   */
  constructor(
    timeline: Timed,
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

  /** Bytes of memory, including derived values that are kept. */
  get bytes(): number {
    return emptyBytes + this.#positions.byteLength + this.#derivedBytes;
  }

  /** Whether it has the same photos as one of an earlier version, which are where they were. */
  hasKept(earlier: Selection): boolean {
    return this.#positions === earlier.#positions;
  }

  /** The ids of the photos, or of a part of them. */
  ids(from = 0, to = this.total): number[] {
    return this.read(({ id }, positions) => Array.from(positions.subarray(from, to), (position) => id[position]!));
  }

  /** The positions of some photos in the timeline, as far as they are in the selection, newest first. */
  placesOf(wanted: IdSet): Map<number, number> {
    return this.read(({ id }, positions) => {
      const places = new Map<number, number>();
      for (const position of positions) if (wanted.has(id[position]!)) places.set(id[position]!, position);
      return places;
    });
  }

  /** The ids as a set, remembered. */
  idSet(capacity: number): IdSet {
    return this.derive('ids', ({ id }, positions) => {
      const ids = new IdSet(capacity);
      for (const position of positions) ids.add(id[position]!);
      return ids;
    });
  }

  /** The part between two positions of the timeline; nothing is copied. */
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
   * @param changed positions of photos that may have come or gone, in order
   * @param passing those of them that belong to it now, in order
   */
  updated(changed: Uint32Array, passing: Uint32Array): Uint32Array {
    return withChanges(this.#positions, changed, passing);
  }

  /** A value that is derived from these photos alone. */
  read<T>(compute: Compute<T>): T {
    if (this.#timeline.version !== this.version) throw new Error('The timeline has moved on: find the photos anew.');
    return compute(this.#timeline.columns, this.#positions);
  }

  /** The same, computed once: counts, markers. The oldest of many answers is forgotten. */
  derive<T>(what: string, compute: Compute<T>): T {
    const known = this.#derived?.get(what);
    if (known) return known.value as T;
    const value = this.read(compute);
    const bytes = entryBytes + heapBytes(what) + heapBytes(value);
    if (bytes > mostDerivedBytes) return value;
    const derived = (this.#derived ??= new Map<string, Derived>());
    for (const [oldest, { bytes: freed }] of derived) {
      if (derived.size < mostDerived && this.#derivedBytes + bytes <= mostDerivedBytes) break;
      derived.delete(oldest);
      this.#derivedBytes -= freed;
    }
    derived.set(what, { value, bytes });
    this.#derivedBytes += bytes;
    this.#onGrown?.();
    return value;
  }
}

/** Positions without the changed ones, and with those of them that pass. Nothing is copied if that is the same. */
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
