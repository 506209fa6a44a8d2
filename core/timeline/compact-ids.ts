import { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { indexAt } from './index-at.ts';

/** An immutable set of ids. */
export interface CompactIds {
  has(id: number): boolean;
}

/**
 * A set in the smaller of two forms: sorted ids of four bytes each, or one bit per possible id.
 * @param ids without duplicates, in any order
 * @param capacity the largest possible id
 */
export function compactIds(ids: Uint32Array, capacity: number): CompactIds {
  if (ids.byteLength < capacity / 8) return new SortedIds(ids);
  const set = new IdSet(capacity);
  for (const id of ids) set.add(id);
  return set;
}

class SortedIds implements CompactIds {
  /** Public, so that caches can measure it. */
  readonly sorted: Uint32Array;

  constructor(ids: Uint32Array) {
    this.sorted = ids.slice().sort();
  }

  has(id: number): boolean {
    return this.sorted[indexAt(this.sorted, id)] === id;
  }
}
