import { overlapOf, type Box } from '../plugin-api/toolkit/boxes.ts';

/** Two boxes that share more than this part of their union show the same. */
const leastShared = 0.5;

/**
 * Which of the known boxes each new one is, the most alike first; undefined for those that are like none. No known box
 * is given out twice.
 */
export function sameBoxes<K extends Box>(known: readonly K[], found: readonly Box[]): (K | undefined)[] {
  const pairs: { readonly index: number; readonly candidate: K; readonly shared: number }[] = [];
  // Of a crowd, nearly all pairs have nothing in common: no object is made of those.
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
