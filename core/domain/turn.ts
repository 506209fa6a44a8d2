import type { Box } from '../plugin-api/toolkit/boxes.ts';

/** Degrees clockwise by which users rotated a photo, relative to its upright position according to the file. */
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];

/** Two consecutive rotations, combined. */
export const addTurns = (turn: Turn, by: Turn): Turn => ((turn + by) % 360) as Turn;

/** The rotation for EXIF's orientation; cameras do not write mirrored orientations. */
export function turnOfOrientation(orientation: unknown): Turn {
  return (
    new Map<number, Turn>([
      [3, 180],
      [6, 90],
      [8, 270],
    ]).get(Number(orientation)) ?? 0
  );
}

const liesDown = (turn: Turn): boolean => turn === 90 || turn === 270;

/** The inverse rotation. */
export const inverseTurn = (turn: Turn): Turn => ((360 - turn) % 360) as Turn;

/** The sides of a photo after the rotation. */
export function turnSides<Side>(
  { width, height }: { readonly width: Side; readonly height: Side },
  turn: Turn,
): { width: Side; height: Side } {
  return liesDown(turn) ? { width: height, height: width } : { width, height };
}

/** The position of a rectangle, in fractions of a photo, after the rotation. */
export function turnBox({ x, y, w, h }: Box, turn: Turn): Box {
  if (turn === 90) return { x: rest(y + h), y: x, w: h, h: w };
  if (turn === 180) return { x: rest(x + w), y: rest(y + h), w, h };
  return turn === 270 ? { x: y, y: rest(x + w), w: h, h: w } : { x, y, w, h };
}

/** The position of a point, in fractions of a photo, after the rotation. */
export function turnPoint([x, y]: readonly [x: number, y: number], turn: Turn): [x: number, y: number] {
  if (turn === 90) return [1 - y, x];
  if (turn === 180) return [1 - x, 1 - y];
  return turn === 270 ? [y, 1 - x] : [x, y];
}

/** The difference to 1; rounding must not make it negative. */
const rest = (part: number): number => Math.max(0, 1 - part);
