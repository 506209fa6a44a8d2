import { closedByPole, LineWriter, quantised } from './lines.ts';
import { lakesAndRivers, landAndBorders } from './natural-earth.ts';

/** The level of detail: for the whole world, or zoomed in. */
export type OutlineScale = '110m' | '50m';

/** The world's width in steps, each some 600 m at the equator. */
const steps = 65_536;

/**
 * Natural Earth's land and borders between countries as bytes: in Web Mercator, so that the page only scales them, and
 * as differences, which are small. The rings of land come first, then the borders.
 */
export function encodeOutlines(scale: OutlineScale): Uint8Array {
  const { land, borders } = landAndBorders(scale);
  const writer = new LineWriter()
    .lines(land.map((ring) => closedByPole(quantised(ring, steps), steps)))
    .lines(borders.map((line) => quantised(line, steps)));
  return Uint8Array.from(writer.bytes);
}

/** Natural Earth's lakes and rivers in the same format: the rings of lakes come first. */
export function encodeWaters(scale: OutlineScale): Uint8Array {
  const { lakes, rivers } = lakesAndRivers(scale);
  const writer = new LineWriter();
  for (const lines of [lakes, rivers]) writer.lines(lines.map((line) => quantised(line, steps)));
  return Uint8Array.from(writer.bytes);
}
