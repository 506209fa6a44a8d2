import { closedByPole, LineWriter, quantised, type Points } from './lines.ts';
import { landAndBorders } from './natural-earth.ts';

/** The world's width in steps, each some 150 m at the equator. */
const steps = 262_144;
/** Files along each side of the world. */
const files = 8;
/**
 * Each file is divided again into this many parts along each side, so that the page draws little outside the viewport.
 */
const parts = 4;

/**
 * Natural Earth's most detailed land and borders in squares. Each square is a file named by its column and row, such as
 * `4-2`. The format is that of the world's outlines, in smaller steps.
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

/** Returns the part on the low or the high side of an edge. */
type Clip = (points: Points, axis: 0 | 1, edge: number, keepsHigh: boolean) => Points[];

/** Cuts lines into squares, by columns first, so that a continent is scanned only once per column. */
function cut(lines: readonly Points[], side: number, clip: Clip): Map<string, Points[]> {
  const squares = new Map<string, Points[]>();
  for (const line of lines) {
    for (const [column, strip] of slices(line, 0, side, clip)) {
      // The next world begins at the antimeridian.
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

/** The Sutherland–Hodgman algorithm. Crossings are rounded to whole steps, in the same way for neighbouring squares. */
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
  // Always from the low end, so that neighbouring squares get the same point.
  const [low, high] = a[axis] < b[axis] ? [a, b] : [b, a];
  const share = (edge - low[axis]) / (high[axis] - low[axis]);
  const value = Math.round(low[otherAxis] + share * (high[otherAxis] - low[otherAxis]));
  return axis === 0 ? [edge, value] : [value, edge];
}
