import { closedByPole, LineWriter, quantised } from './lines.ts';
import { lakesAndRivers, landAndBorders } from './natural-earth.ts';

/** How fine: of the whole world, or for a closer look. */
export type OutlineScale = '110m' | '50m';

/** In which the world's width is told: some 600 m at the equator. */
const steps = 65_536;

/**
 * Natural Earth's land and borders between countries as bytes: in Web Mercator, so that a page need only scale them, and
 * as differences, which are small. The rings of land come first, the borders after them.
 */
export function encodeOutlines(scale: OutlineScale): Uint8Array {
  const { land, borders } = landAndBorders(scale);
  const writer = new LineWriter()
    .lines(land.map((ring) => closedByPole(quantised(ring, steps), steps)))
    .lines(borders.map((line) => quantised(line, steps)));
  return Uint8Array.from(writer.bytes);
}

/** Natural Earth's lakes and rivers in the same way: the rings of lakes come first. */
export function encodeWaters(scale: OutlineScale): Uint8Array {
  const { lakes, rivers } = lakesAndRivers(scale);
  const writer = new LineWriter();
  for (const lines of [lakes, rivers]) writer.lines(lines.map((line) => quantised(line, steps)));
  return Uint8Array.from(writer.bytes);
}
