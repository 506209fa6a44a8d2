import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { Plugin } from 'vite';

/** How fine: of the whole world, or for a closer look. */
export type OutlineScale = '110m' | '50m';

/** Steps in which the world's width is told: some 600 m at the equator. */
const steps = 65_536;
/** Where Web Mercator ends. */
const maxLatitude = 85.0511;

const require = createRequire(import.meta.url);
const files: Record<OutlineScale, string> = {
  '110m': require.resolve('world-atlas/countries-110m.json'),
  '50m': require.resolve('world-atlas/countries-50m.json'),
};

type Line = readonly (readonly number[])[];
type Points = [x: number, y: number][];
type Topology = Parameters<typeof feature>[0];
type Objects = Exclude<Parameters<typeof mesh>[1], undefined>;
type World = Topology & { objects: { countries: Objects; land: Objects } };

/**
 * Natural Earth's land and borders between countries as bytes: in Web Mercator, so that a page need only scale them, and
 * as differences, which are small. All numbers are signed varints: how many rings the land has, then of each ring how
 * many points and the step to each; and the same of the borders. `web/state/map/map-outlines.ts` reads them.
 */
export function encodeOutlines(scale: OutlineScale): Uint8Array {
  const world = JSON.parse(readFileSync(files[scale], 'utf8')) as World;
  const land = feature(world, world.objects.land) as FeatureCollection;
  const rings = land.features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates;
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b).coordinates;
  const writer = new LineWriter();
  writer.lines(rings.map((ring) => closedByPole(quantised(ring))));
  writer.lines(borders.map(quantised));
  return Uint8Array.from(writer.bytes);
}

class LineWriter {
  readonly bytes: number[] = [];
  #x = 0;
  #y = 0;

  lines(lines: readonly Points[]): void {
    const kept = lines.filter(({ length }) => length > 1);
    this.#number(kept.length);
    for (const line of kept) {
      this.#number(line.length);
      for (const [x, y] of line) {
        this.#number(x - this.#x);
        this.#number(y - this.#y);
        [this.#x, this.#y] = [x, y];
      }
    }
  }

  #number(value: number): void {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes.push((rest % 0x80) | 0x80);
    this.bytes.push(rest);
  }
}

/**
 * Degrees → whole steps, without points that fall on the one before. A line over the antimeridian goes on beyond the
 * world's edge, where the next world begins.
 */
function quantised(line: Line): Points {
  const points: Points = [];
  for (const [lng = 0, lat = 0] of line) {
    const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180);
    const within = Math.round(((lng + 180) / 360) * steps);
    const y = Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * steps);
    const last = points.at(-1);
    const x = within + (last ? Math.round((last[0] - within) / steps) * steps : 0);
    if (last?.[0] !== x || last[1] !== y) points.push([x, y]);
  }
  return points;
}

/** A ring around the pole ends a world away from where it began: Antarctica, whose rest is beyond the map. */
function closedByPole(ring: Points): Points {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || first[0] === last[0]) return ring;
  return [...ring, [last[0], steps], [first[0], steps]];
}

const prefix = 'virtual:map-outlines/';

/** Lets the page import the address of an outline file: `import url from 'virtual:map-outlines/110m'`. */
export function mapOutlines(): Plugin {
  let building = true;
  return {
    name: 'map-outlines',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const scale = id.slice(prefix.length + 1) as OutlineScale;
      if (!building) return `export default '/${scale}.outlines'`;
      const file = this.emitFile({ type: 'asset', name: `outlines-${scale}.bin`, source: encodeOutlines(scale) });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const scale = /^\/(110m|50m)\.outlines$/.exec(request.url ?? '')?.[1];
        if (scale) response.end(encodeOutlines(scale as OutlineScale));
        else next();
      });
    },
  };
}
