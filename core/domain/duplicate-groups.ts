/** One photo that the others of its group look like. */
export interface AlikeGroup {
  readonly best: number;
  readonly others: readonly number[];
}

/**
 * Groups things that resemble each other in pairs. Chains are cut: A may resemble B, and B C, without A resembling C, so
 * every member has to be paired with the best one of its group. The best of all takes everything that is paired with it,
 * then the best of what is left, and so on (star clustering; J. A. Aslam et al., 2004).
 * @param ranked the best first
 * @param pairs those with something that is not in `ranked` are left out
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
