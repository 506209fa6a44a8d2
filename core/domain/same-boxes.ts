import { overlapOf, type Box } from '../plugin-api/toolkit/boxes.ts';

/** Two boxes show the same where they share more than this part of their union. */
const leastShared = 0.5;

/**
 * For each found box the known one that shows the same, undefined where there is none. The pairs with the largest overlap
 * are chosen first, and each known box is chosen once.
 */
export function sameBoxes<K extends Box>(known: readonly K[], found: readonly Box[]): (K | undefined)[] {
  const pairs: { readonly index: number; readonly candidate: K; readonly shared: number }[] = [];
  // In a crowd, nearly all pairs share nothing: no object is made for them.
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
