/** The growth of a value over time. */
export interface Trend {
  /** Per hour. */
  readonly slope: number;
  /** Half of the 95 % confidence interval of the slope. */
  readonly uncertainty: number;
}

/**
 * The slope of a straight line through values per minute, by least squares.
 *
 * The memory of one minute resembles that of the minute before, so sixty values say less than sixty independent ones. The
 * uncertainty therefore assumes fewer values, as in B. D. Santer et al. (J. Geophys. Res. 105, 2000, p. 7337): instead of n,
 * n (1 − r) / (1 + r), where r is the correlation of each residual with the one before.
 */
export function trendOf(minutes: readonly (readonly [minute: number, value: number])[]): Trend {
  const n = minutes.length;
  if (n < 4) return { slope: Number.NaN, uncertainty: Number.NaN };
  const [meanX, meanY] = [0, 1].map((at) => minutes.reduce((sum, pair) => sum + pair[at]!, 0) / n) as [number, number];
  const spread = minutes.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = minutes.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const residues = minutes.map(([x, y]) => y - meanY - slope * (x - meanX));
  const squares = residues.reduce((sum, residue) => sum + residue ** 2, 0);
  const neighbours = residues.slice(1).reduce((sum, residue, at) => sum + residue * residues[at]!, 0);
  const correlation = squares === 0 ? 0 : Math.min(0.95, Math.max(0, neighbours / squares));
  const independent = Math.max(3, (n * (1 - correlation)) / (1 + correlation));
  const deviation = Math.sqrt(squares / (independent - 2) / spread);
  // For ten values and more, twice the deviation is wide enough.
  return { slope: slope * 60, uncertainty: 2 * deviation * 60 };
}

/** The median of each whole minute, with the middle of that minute. */
export function mediansOfMinutes(
  values: readonly (readonly [seconds: number, value: number])[],
): (readonly [minute: number, value: number])[] {
  const minutes = new Map<number, number[]>();
  for (const [seconds, value] of values) {
    const minute = Math.floor(seconds / 60);
    minutes.set(minute, [...(minutes.get(minute) ?? []), value]);
  }
  return [...minutes].map(([minute, all]) => [minute + 0.5, median(all)] as const);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
}
