/** The constant from the paper: how strongly the first ranks are favoured. */
const K = 60;

/**
 * Reciprocal rank fusion: items that rank high in several rankings rank highest, regardless of the scales of the scores.
 * Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods (2009).
 * @param rankings ids, best first
 * @returns the sum of 1 / (60 + rank) over all rankings, with ranks from 1
 */
export function fuseRanks(rankings: readonly (readonly number[])[]): Map<number, number> {
  const fused = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [index, id] of ranking.entries()) fused.set(id, (fused.get(id) ?? 0) + fusedScore(index));
  }
  return fused;
}

/** The score of an item in one ranking. @param index from 0 */
export const fusedScore = (index: number): number => 1 / (K + index + 1);
