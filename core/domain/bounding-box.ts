const degrees = String.raw`-?\d{1,3}(?:\.\d{1,17})?`;
const shape = new RegExp(`^${degrees},${degrees},${degrees},${degrees}$`);

/** Degrees. `west > east` if it crosses the antimeridian. */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Parses `west,south,east,north`; undefined for any other text. */
export function boxOf(text: string): BoundingBox | undefined {
  if (!shape.test(text)) return undefined;
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  const fits = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north;
  return fits ? { west, south, east, north } : undefined;
}
