/** The index of the first of some sorted positions that is greater than or equal to another. */
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
