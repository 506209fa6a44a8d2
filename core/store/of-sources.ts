/** The id of the source that the library knew first. Most libraries have no other. */
export const firstSource: readonly number[] = [0];

/** The first `limit` items of lists that are each in order. */
export function firstOfAll<T>(lists: readonly T[][], order: (a: T, b: T) => number, limit: number): T[] {
  const [only, ...others] = lists;
  return only && others.length === 0 ? only : lists.flat().sort(order).slice(0, limit);
}

/** The earliest of some times; undefined when there is none. */
export function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
