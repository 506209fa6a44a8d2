/** A group of photos that look alike: the best one, and the others, each of which looks like the best. */
export interface AlikeGroup {
  readonly best: number;
  readonly others: readonly number[];
}

/**
 * Groups photos by pairs of them that look alike. A may look like B, and B like C, without A looking like C: so each member
 * is paired with the best photo of its group. The best photo of all takes all that are paired with it, then the best of
 * the rest takes its own, and so on (star clustering; J. A. Aslam et al., 2004).
 * @param ranked the best first
 * @param pairs of photos; a pair counts where both are in `ranked`
 */
export function groupAlike(
  ranked: readonly number[],
  pairs: Iterable<{ readonly low: number; readonly high: number }>,
): AlikeGroup[] {
  const free = new Set(ranked);
  const partners = new Map<number, number[]>(ranked.map((id) => [id, []]));
  for (const { low, high } of pairs) {
    partners.get(low)?.push(high);
    partners.get(high)?.push(low);
  }
  const groups: AlikeGroup[] = [];
  for (const best of ranked) {
    if (!free.delete(best)) continue;
    const mine = new Set(partners.get(best));
    const others = mine.size === 0 ? [] : [...mine].filter((id) => free.delete(id));
    if (others.length > 0) groups.push({ best, others });
  }
  return groups;
}
