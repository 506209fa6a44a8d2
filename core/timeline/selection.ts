import { heapBytes } from '../domain/heap-bytes.ts';
import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { isWithin, type BoundingBox } from './map-clusters.ts';
import type { PhotoKind } from '../domain/photo.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import type { TimelineColumns } from './columns.ts';
import { ARCHIVED, GONE, HIDDEN, KIND_MASK, kindBits } from './entry.ts';

/** Which photos of the timeline are wanted; all conditions must hold. */
export interface TimelineFilter {
  readonly archived: 'without' | 'with' | 'only';
  readonly hidden: 'without' | 'with' | 'only';
  readonly kind?: PhotoKind | undefined;
  /** Ids of places: of each list any will do. */
  readonly places?: readonly (readonly number[])[];
  readonly box?: BoundingBox | undefined;
  /** Sets that a photo must be in: an album's, a tag's, a person's photos, somebody's favourites. */
  readonly within: readonly IdSet[];
}

/** Answers that a selection remembers, and their bytes. */
const mostDerived = 32;
const mostDerivedBytes = 16 * 1024 * 1024;
/** Of a selection without a photo. */
const emptyBytes = 1024;

interface Derived {
  readonly value: unknown;
  readonly bytes: number;
}

/** The positions in the timeline of the photos that pass a filter, in order. True until the timeline changes. */
export class Selection {
  readonly positions: Uint32Array;
  /** Told when more is remembered than before. */
  onGrown: (() => void) | undefined;
  readonly #derived = new Map<string, Derived>();
  #derivedBytes = 0;

  constructor(positions: Uint32Array) {
    this.positions = positions;
  }

  get total(): number {
    return this.positions.length;
  }

  /** Memory, with what is remembered. */
  get bytes(): number {
    return emptyBytes + this.positions.byteLength + this.#derivedBytes;
  }

  /** The index in the selection of the first photo at or behind a position of the timeline. */
  indexAt(position: number): number {
    let low = 0;
    let high = this.positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.positions[middle]! >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** What follows from these photos alone, computed once: counts, markers. The oldest of many answers is forgotten. */
  derive<T>(what: string, compute: () => T): T {
    const known = this.#derived.get(what);
    if (known) return known.value as T;
    const value = compute();
    const bytes = entryBytes + heapBytes(what) + heapBytes(value);
    if (bytes > mostDerivedBytes) return value;
    for (const [oldest, { bytes: freed }] of this.#derived) {
      if (this.#derived.size < mostDerived && this.#derivedBytes + bytes <= mostDerivedBytes) break;
      this.#derived.delete(oldest);
      this.#derivedBytes -= freed;
    }
    this.#derived.set(what, { value, bytes });
    this.#derivedBytes += bytes;
    this.onGrown?.();
    return value;
  }
}

/** Picks the photos that pass a filter: one scan over the flags, and over the columns that the filter names. */
export function select(columns: TimelineColumns, filter: TimelineFilter): Selection {
  const { mask, wanted } = flagTest(filter);
  const { flags, id, place, lat, lng } = columns;
  const length = columns.length;
  const found = new Uint32Array(length);
  let count = 0;
  for (let i = 0; i < length; i++) {
    found[count] = i;
    if ((flags[i]! & mask) === wanted) count++;
  }
  for (const ids of filter.places ?? []) {
    const [only] = ids;
    // A million tests: by number, or by a byte for each place, they take a few milliseconds.
    if (ids.length === 1) count = keep(found, count, (position) => place[position] === only);
    else {
      const isWanted = new Uint8Array(ids.reduce((largest, id) => Math.max(largest, id), 0) + 1);
      for (const id of ids) isWanted[id] = 1;
      count = keep(found, count, (position) => isWanted[place[position]!] === 1);
    }
  }
  const { box } = filter;
  if (box) count = keep(found, count, (position) => isWithin(box, lat[position]!, lng[position]!));
  for (const set of filter.within) count = keep(found, count, (position) => set.has(id[position]!));
  return new Selection(found.slice(0, count));
}

function flagTest(filter: TimelineFilter): { mask: number; wanted: number } {
  let mask = GONE;
  let wanted = 0;
  if (filter.hidden !== 'with') mask |= HIDDEN;
  if (filter.hidden === 'only') wanted |= HIDDEN;
  if (filter.archived !== 'with') mask |= ARCHIVED;
  if (filter.archived === 'only') wanted |= ARCHIVED;
  if (filter.kind !== undefined) {
    mask |= KIND_MASK;
    wanted |= kindBits[filter.kind];
  }
  return { mask, wanted };
}

/** Moves the positions that pass to the front; answers how many do. */
function keep(positions: Uint32Array, count: number, passes: (position: number) => boolean): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[kept] = position;
    if (passes(position)) kept++;
  }
  return kept;
}
