/** A rectangle in fractions of a picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Two boxes show the same where they share more than this part of their union. */
const leastShared = 0.5;

/**
 * For each found box the known one that shows the same, undefined where there is none. The pairs with the largest overlap
 * are chosen first, and each known box is chosen once.
 */
export function sameBoxes<K extends Box>(known: readonly K[], found: readonly Box[]): (K | undefined)[] {
  const pairs: { readonly index: number; readonly candidate: K; readonly shared: number }[] = [];
  // In a crowd nearly all pairs share nothing: no object is made for them.
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

/** Intersection over union. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.w * a.h + b.w * b.h - shared);
}
