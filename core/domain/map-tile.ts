/** A tile of the world in Web Mercator: at zoom 0 there is one, and each further zoom splits a tile into four. */
export interface MapTile {
  readonly zoom: number;
  /** Counted from the west and from the north. */
  readonly x: number;
  readonly y: number;
}

/** Degrees. */
export function boundsOfTile({ zoom, x, y }: MapTile): { west: number; south: number; east: number; north: number } {
  const side = 2 ** zoom;
  const longitude = (column: number): number => (column / side) * 360 - 180;
  const latitude = (row: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI;
  return { west: longitude(x), east: longitude(x + 1), north: latitude(y), south: latitude(y + 1) };
}
