/** The index of the first of some positions that is at or behind another. */
export function indexAt(positions: Uint32Array, position: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (positions[middle]! >= position) high = middle;
    else low = middle + 1;
  }
  return low;
}
