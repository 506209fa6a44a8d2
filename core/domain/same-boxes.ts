import { overlapOf, type Box } from '../plugin-api/toolkit/boxes.ts';

/** Two boxes count as the same if their intersection is larger than this share of their union. */
const leastShared = 0.5;

/**
 * For each detected box, the known box that is the same; undefined if there is none. Pairs are chosen in the order of their
 * overlap, and each known box only once.
 */
export function sameBoxes<K extends Box>(known: readonly K[], found: readonly Box[]): (K | undefined)[] {
  const pairs: { readonly index: number; readonly candidate: K; readonly shared: number }[] = [];
  // In a crowd, most pairs do not overlap: no object is allocated for them.
  for (const [index, box] of found.entries()) {
    for (const candidate of known) {
      const shared = overlapOf(candidate, box);
      if (shared > leastShared) pairs.push({ index, candidate, shared });
    }
  }
  pairs.sort((a, b) => b.shared - a.shared);
  const same = found.map((): K | undefined => undefined);
  const taken = new Set<K>();
  for (const { index, candidate } of pairs) {
    if (same[index] || taken.has(candidate)) continue;
    same[index] = candidate;
    taken.add(candidate);
  }
  return same;
}
