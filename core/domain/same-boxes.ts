import { overlapOf, type Box } from '../plugin-api/toolkit/boxes.ts';

/** Two boxes count as the same if their intersection is larger than this share of their union. */
const minShared = 0.5;

/**
 * For each detected box, the known box that is the same; undefined if there is none. Pairs are chosen in the order of their
 * overlap, and each known box only once.
 */
export function sameBoxes<K extends Box>(knownBoxes: readonly K[], found: readonly Box[]): (K | undefined)[] {
  const pairs: { readonly index: number; readonly candidate: K; readonly shared: number }[] = [];
  // In a crowd, most pairs do not overlap: no object is allocated for them.
  for (const [index, box] of found.entries()) {
    for (const candidate of knownBoxes) {
      const shared = overlapOf(candidate, box);
      if (shared > minShared) pairs.push({ index, candidate, shared });
    }
  }
  pairs.sort((a, b) => b.shared - a.shared);
  const matches = found.map((): K | undefined => undefined);
  const matched = new Set<K>();
  for (const { index, candidate } of pairs) {
    if (matches[index] || matched.has(candidate)) continue;
    matches[index] = candidate;
    matched.add(candidate);
  }
  return matches;
}
