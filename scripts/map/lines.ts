/** A line in degrees, as in GeoJSON. */
export type Line = readonly (readonly number[])[];
/** In steps of a fraction of the world's width, from its north-west corner. */
export type Points = [x: number, y: number][];

/** The latitude at which Web Mercator ends. */
const maxLatitude = 85.0511;

/**
 * Writes lines in few bytes. All numbers are signed varints: the number of lines, then for each line the number of
 * points and the step to each point from the previous one. `web/state/map/map-outlines.ts` reads them.
 */
export class LineWriter {
  readonly bytes: number[] = [];
  #x = 0;
  #y = 0;

  lines(lines: readonly Points[]): this {
    const drawable = lines.filter(({ length }) => length > 1);
    this.#number(drawable.length);
    for (const line of drawable) {
      this.#number(line.length);
      for (const [x, y] of line) {
        this.#number(x - this.#x);
        this.#number(y - this.#y);
        [this.#x, this.#y] = [x, y];
      }
    }
    return this;
  }

  #number(value: number): void {
    let remaining = value < 0 ? -2 * value - 1 : 2 * value;
    for (; remaining >= 0x80; remaining = Math.floor(remaining / 0x80)) this.bytes.push((remaining % 0x80) | 0x80);
    this.bytes.push(remaining);
  }
}

/**
 * Converts degrees to whole steps, and drops points equal to the previous one. A line across the antimeridian continues
 * beyond the world's edge, where the next world begins.
 */
export function quantised(line: Line, steps: number): Points {
  const points: Points = [];
  for (const [lng = 0, lat = 0] of line) {
    const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180);
    const worldX = Math.round(((lng + 180) / 360) * steps);
    const y = Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * steps);
    const last = points.at(-1);
    const x = worldX + (last ? Math.round((last[0] - worldX) / steps) * steps : 0);
    if (last?.[0] !== x || last[1] !== y) points.push([x, y]);
  }
  return points;
}

/**
 * Closes a ring around the pole along the map's bottom edge, since it ends one world width from its start: Antarctica.
 */
export function closedByPole(ring: Points, steps: number): Points {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || first[0] === last[0]) return ring;
  return [...ring, [last[0], steps], [first[0], steps]];
}
