/**
 * The largest ids of the photos at some positions, the largest first. Ids ascend in the order in which photos were added.
 * Most ids are in use, so a few passes find the largest ones, while sorting a million would take long.
 */
export function newestIds(ids: Uint32Array, positions: Uint32Array, limit: number): number[] {
  let newest = 0;
  for (const position of positions) newest = Math.max(newest, ids[position]!);
  for (let reach = 2 * limit; ; reach *= 4) {
    const above = newest - reach;
    const found = [];
    for (const position of positions) if (ids[position]! > above) found.push(ids[position]!);
    if (found.length >= limit || above <= 0) return found.sort((a, b) => b - a).slice(0, limit);
  }
}
