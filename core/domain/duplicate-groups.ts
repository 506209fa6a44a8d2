/** A group of similar photos: the best one, and the others, each of which is similar to the best one. */
export interface AlikeGroup {
  readonly best: number;
  readonly others: readonly number[];
}

/**
 * Groups photos by pairs of similar ones. Similarity is not transitive, so each member must be paired with the best photo
 * of its group: the best photo of all is grouped with all photos that are paired with it, then the best of the rest with
 * its own, and so on (star clustering; J. A. Aslam et al., 2004).
 * @param ranked the best first
 * @param pairs of photos; a pair only counts if both are in `ranked`
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
    const partnersOfBest = new Set(partners.get(best));
    const others = partnersOfBest.size === 0 ? [] : [...partnersOfBest].filter((id) => free.delete(id));
    if (others.length > 0) groups.push({ best, others });
  }
  return groups;
}
