/** Prints one figure as a line of JSON. `inputs` say what was measured, so that the line is complete by itself. */
export function figure(name: string, value: number, unit: string, inputs: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ figure: name, value: Number(value.toPrecision(4)), unit, ...inputs }));
}

/** The value below which the share `q` (0 to 1) of `values` lies; nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1));
  return sorted[rank] ?? Number.NaN;
}

/** Milliseconds of each of `runs` calls, after `warmUp` calls that are not counted. */
export async function timeCalls(
  call: () => unknown,
  { runs, warmUp }: { runs: number; warmUp: number },
): Promise<number[]> {
  const times: number[] = [];
  for (let i = -warmUp; i < runs; i += 1) {
    const begin = performance.now();
    await call();
    if (i >= 0) times.push(performance.now() - begin);
  }
  return times;
}
