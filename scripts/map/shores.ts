import { closedByPole, LineWriter, quantised, type Points } from './lines.ts';
import { landAndBorders } from './natural-earth.ts';

/** In which the world's width is told: some 150 m at the equator. */
const steps = 262_144;
/** Files along each side of the world. */
const files = 8;
/** What is in a file is cut once more along each side, so that a page draws little beside what it shows. */
const parts = 4;

/**
 * The finest land and borders of Natural Earth in squares, each a file of its own by its column and row: `4-2`. Written
 * like the outlines of the world, in finer steps.
 */
export function encodeShores(): Map<string, Uint8Array> {
  const { land, borders } = landAndBorders('10m');
  const rings = land.map((ring) => closedByPole(quantised(ring, steps), steps));
  const lines = borders.map((line) => quantised(line, steps));
  const side = steps / files / parts;
  const encoded = new Map<string, Uint8Array>();
  const [landIn, bordersIn] = [cut(rings, side, clippedRing), cut(lines, side, clippedLine)];
  for (let column = 0; column < files; column++) {
    for (let row = 0; row < files; row++) {
      const of = (squares: Map<string, Points[]>): Points[] =>
        Array.from({ length: parts ** 2 }, (_, i) => {
          const [x, y] = [column * parts + (i % parts), row * parts + Math.floor(i / parts)];
          return squares.get(`${x}-${y}`) ?? [];
        }).flat();
      const [land, borders] = [of(landIn), of(bordersIn)];
      if (land.length === 0) continue;
      encoded.set(`${column}-${row}`, Uint8Array.from(new LineWriter().lines(land).lines(borders).bytes));
    }
  }
  return encoded;
}

/** What is on the low side of an edge, or on the high one. */
type Clip = (points: Points, axis: 0 | 1, edge: number, keepsHigh: boolean) => Points[];

/** Cuts lines into squares, by columns first: a continent is looked through once for each of those. */
function cut(lines: readonly Points[], side: number, clip: Clip): Map<string, Points[]> {
  const squares = new Map<string, Points[]>();
  for (const line of lines) {
    for (const [column, strip] of slices(line, 0, side, clip)) {
      // Over the antimeridian the next world begins.
      const columns = steps / side;
      const wrappedColumn = ((column % columns) + columns) % columns;
      const shifted = strip.map(([x, y]): [number, number] => [x + (wrappedColumn - column) * side, y]);
      for (const [row, square] of slices(shifted, 1, side, clip)) {
        const key = `${wrappedColumn}-${row}`;
        squares.set(key, [...(squares.get(key) ?? []), square]);
      }
    }
  }
  return squares;
}

function* slices(points: Points, axis: 0 | 1, side: number, clip: Clip): Generator<[number, Points]> {
  let [min, max] = [Infinity, -Infinity];
  for (const point of points) {
    min = Math.min(min, point[axis]);
    max = Math.max(max, point[axis]);
  }
  const last = Math.floor((max - 1) / side);
  let remaining = [points];
  for (let slice = Math.floor(min / side); slice <= last; slice++) {
    const edge = (slice + 1) * side;
    for (const piece of remaining.flatMap((part) => clip(part, axis, edge, false))) yield [slice, piece];
    remaining = remaining.flatMap((part) => clip(part, axis, edge, true));
  }
}

/** By Sutherland and Hodgman; rounded to whole steps, which neighbours do alike. */
function clippedRing(ring: Points, axis: 0 | 1, edge: number, keepsHigh: boolean): Points[] {
  const isIn = (point: [number, number]): boolean => (keepsHigh ? point[axis] >= edge : point[axis] <= edge);
  const clipped: Points = [];
  ring.forEach((point, i) => {
    const previous = ring.at(i - 1) ?? point;
    if (isIn(point) !== isIn(previous)) clipped.push(crossing(previous, point, axis, edge));
    if (isIn(point)) clipped.push(point);
  });
  const isFlat = clipped.every((point) => point[axis] === edge);
  return isFlat ? [] : [clipped];
}

function clippedLine(line: Points, axis: 0 | 1, edge: number, keepsHigh: boolean): Points[] {
  const isIn = (point: [number, number]): boolean => (keepsHigh ? point[axis] >= edge : point[axis] <= edge);
  const pieces: Points[] = [];
  let piece: Points = [];
  line.forEach((point, i) => {
    const previous = line[i - 1];
    if (previous && isIn(point) !== isIn(previous)) piece.push(crossing(previous, point, axis, edge));
    if (isIn(point)) piece.push(point);
    else if (piece.length > 0) {
      pieces.push(piece);
      piece = [];
    }
  });
  return [...pieces, piece].filter((part) => part.length > 1 && !part.every((point) => point[axis] === edge));
}

function crossing(a: [number, number], b: [number, number], axis: 0 | 1, edge: number): [number, number] {
  const otherAxis = axis === 0 ? 1 : 0;
  // Always from the low end: neighbours come to the same point.
  const [low, high] = a[axis] < b[axis] ? [a, b] : [b, a];
  const share = (edge - low[axis]) / (high[axis] - low[axis]);
  const value = Math.round(low[otherAxis] + share * (high[otherAxis] - low[otherAxis]));
  return axis === 0 ? [edge, value] : [value, edge];
}
