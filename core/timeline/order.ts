import type { TimelineEntry } from './entry.ts';

/** The uids of some photos, in the order of the ids. */
export type UidLookup = (ids: readonly number[]) => string[];

/**
 * The order of a timeline: newest first, ties by uid.
 * @param ids at least as long as `takenAt`
 * @returns for each position, the index of the photo that belongs there
 */
export function sortedOrder(takenAt: Float64Array, ids: Uint32Array, uidsOf: UidLookup): Uint32Array {
  const order = newestFirst(takenAt);
  const runs: number[] = [];
  const tiedIds: number[] = [];
  for (let start = 0; start < order.length;) {
    const time = takenAt[order[start]!];
    let end = start + 1;
    while (end < order.length && takenAt[order[end]!] === time) end++;
    if (end - start > 1) {
      runs.push(start, end);
      for (let i = start; i < end; i++) tiedIds.push(ids[order[i]!]!);
    }
    start = end;
  }
  const uids = uidsOf(tiedIds);
  let next = 0;
  for (let r = 0; r < runs.length; r += 2) {
    const start = runs[r]!;
    const tied = Array.from(order.subarray(start, runs[r + 1]), (index) => ({ index, uid: uids[next++]! }));
    tied.sort((a, b) => (a.uid < b.uid ? -1 : 1));
    for (let i = 0; i < tied.length; i++) order[start + i] = tied[i]!.index;
  }
  return order;
}

/**
 * Indices sorted by descending time. Time and index are packed into one float64, which the engine sorts natively, several
 * times faster than with a comparison function; a century in seconds times two million photos fits into its 53 bits.
 */
function newestFirst(takenAt: Float64Array): Uint32Array {
  const count = takenAt.length;
  let oldest = Infinity;
  let newest = -Infinity;
  for (const time of takenAt) {
    if (time < oldest) oldest = time;
    if (time > newest) newest = time;
  }
  if ((newest - oldest + 1) * count > Number.MAX_SAFE_INTEGER) {
    return Uint32Array.from(takenAt.keys()).sort((a, b) => takenAt[b]! - takenAt[a]!);
  }
  const packed = new Float64Array(count);
  for (let i = 0; i < count; i++) packed[i] = (newest - takenAt[i]!) * count + i;
  packed.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = packed[i]! % count;
  return order;
}

/**
 * Finds the positions of new photos in a sorted timeline.
 * @returns the new photos in timeline order, and for each the position before which it is inserted
 */
export function mergeOrder(
  takenAt: Float64Array,
  ids: Uint32Array,
  added: readonly TimelineEntry[],
  uidsOf: UidLookup,
): { entries: TimelineEntry[]; positions: number[] } {
  const uids = uidsOf(added.map((entry) => entry.id));
  const sorted = added
    .map((entry, i) => ({ entry, uid: uids[i] ?? '' }))
    .sort((a, b) => b.entry.takenAt - a.entry.takenAt || (a.uid < b.uid ? -1 : 1));
  const standsBefore = (position: number, entry: TimelineEntry, uid: string): boolean => {
    const time = takenAt[position]!;
    if (time !== entry.takenAt) return time > entry.takenAt;
    const [otherUid = ''] = uidsOf([ids[position]!]);
    return otherUid < uid;
  };
  const positions = sorted.map(({ entry, uid }) => {
    let low = 0;
    let high = takenAt.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (standsBefore(middle, entry, uid)) low = middle + 1;
      else high = middle;
    }
    return low;
  });
  return { entries: sorted.map(({ entry }) => entry), positions };
}
