import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { encodeOutlines, type OutlineScale } from '../../scripts/map/outlines.ts';
import { readOutlines, steps, type Outline } from '../../web/state/map/map-outlines.ts';
import { toWorld } from '../../web/state/map/map-projection.ts';

const sizes: [OutlineScale, kilobytes: number][] = [
  ['110m', 60],
  ['50m', 400],
];

/** Whether a point is inside of an odd number of rings. */
function isLand(land: readonly Outline[], lat: number, lng: number): boolean {
  const { x: within, y } = toWorld({ lat, lng });
  let inside = false;
  // Land across the antimeridian reaches into the next copy of the world.
  for (const [ring, x] of land.flatMap((each) => [-1, 0, 1].map((world) => [each, within + world] as const))) {
    for (let i = 0, j = ring.x.length - 1; i < ring.x.length; j = i++) {
      const [ax, ay, bx, by] = [ring.x[i]!, ring.y[i]!, ring.x[j]!, ring.y[j]!];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

describe('the outlines of the world', () => {
  for (const [scale, kilobytes] of sizes) {
    describe(`at 1:${scale}`, () => {
      const bytes = encodeOutlines(scale);
      const { land, borders } = readOutlines(bytes, steps.world);

      it('are small when compressed', () => {
        expect(gzipSync(bytes).length).to.be.below(kilobytes * 1024);
      });

      it('distinguish land from sea', () => {
        for (const [lat, lng] of [
          [40, -4],
          [-25, 135],
          [60, 100],
          [40, -100],
          [66, -175],
          [-80, 20],
          [-84, 90],
        ] as const) {
          expect(isLand(land, lat, lng), `${lat}, ${lng}`).to.equal(true);
        }
        for (const [lat, lng] of [
          [30, -40],
          [0, -140],
          [42, 51],
          [-40, 100],
          [72.5, 172],
          [55, 179],
        ] as const) {
          expect(isLand(land, lat, lng), `${lat}, ${lng}`).to.equal(false);
        }
      });

      it('have borders with tight bounds', () => {
        expect(borders.length).to.be.above(100);
        for (const { x, y, west, east, north, south } of borders) {
          expect(Math.min(...x)).to.equal(Math.fround(west));
          expect(Math.max(...x)).to.equal(Math.fround(east));
          expect(Math.min(...y)).to.equal(Math.fround(north));
          expect(Math.max(...y)).to.equal(Math.fround(south));
        }
      });
    });
  }

  it('are rejected if the file is truncated', () => {
    expect(() => readOutlines(encodeOutlines('110m').subarray(0, 1000), steps.world)).to.throw('too soon');
  });
});
