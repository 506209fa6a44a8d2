import type { TimelineColumns } from './columns.ts';
import { COVERS } from './entry.ts';
import type { BoundingBox } from './photo-filter.ts';

/** Photos close to each other on the map. */
export interface MapCluster {
  /** The id of the place that most of them share; 0 if there is none. */
  readonly place: number;
  readonly count: number;
  /** The mean position of the photos, in degrees. */
  readonly lat: number;
  readonly lng: number;
  /** The timeline position of the newest photo, if possible one with COVERS. */
  readonly cover: number;
}

/** Whether a point lies in a box; always false for a photo without a position (NaN). */
export function isWithin({ west, south, east, north }: BoundingBox, lat: number, lng: number): boolean {
  if (!(lat >= south && lat <= north)) return false;
  return west > east ? lng >= west || lng <= east : lng >= west && lng <= east;
}

/** Grid cells along each side of a map tile: with 256 px per tile, a cell has 64 px. */
const cellsPerTile = 4;
/** The maximum latitude of Web Mercator. */
const maxLatitude = 85.0511;
/** Cells per degree for photos without a known place. */
const wildCellsPerDegree = 1;

/** Clusters by place, largest first; photos without a place are clustered in squares of one degree. */
export function clustersByPlace(columns: TimelineColumns, positions: Uint32Array): MapCluster[] {
  const places = new Map<number, GrowingCluster>();
  const wild = new Map<number, GrowingCluster>();
  for (const position of positions) {
    const lat = columns.lat[position]!;
    if (Number.isNaN(lat)) continue;
    const lng = columns.lng[position]!;
    const place = columns.place[position]!;
    if (place !== 0) gather(places, place, columns, position, lat, lng);
    else {
      const row = Math.floor(lat * wildCellsPerDegree) + 90;
      gather(wild, row * 512 + Math.floor(lng * wildCellsPerDegree) + 180, columns, position, lat, lng);
    }
  }
  const clusters = [...places.values(), ...wild.values()].map((found) => found.cluster(columns));
  return clusters.sort(largestFirst);
}

/**
 * Clusters by the cells of a grid that gets finer with `zoom` (0: the world is one tile), largest first.
 *
 * Photos that are close in time are mostly close in space, so the cell of the previous photo is tried first: otherwise,
 * finding the cell would cost a logarithm and a lookup for each of a million photos.
 */
export function clustersByGrid(
  columns: TimelineColumns,
  positions: Uint32Array,
  box: BoundingBox,
  zoom: number,
): MapCluster[] {
  const side = 2 ** zoom * cellsPerTile;
  const cells = new Map<number, GridCell>();
  let cell: GridCell | undefined;
  for (const position of positions) {
    const lat = columns.lat[position]!;
    const lng = columns.lng[position]!;
    if (!isWithin(box, lat, lng)) continue;
    if (!cell || lat < cell.south || lat >= cell.north || lng < cell.west || lng >= cell.east) {
      const row = mercatorRow(lat, side);
      const column = Math.min(side - 1, Math.floor(((lng + 180) / 360) * side));
      const key = row * side + column;
      cell = cells.get(key);
      if (!cell) {
        cell = { ...cellBounds(row, column, side), photos: new GrowingCluster(columns, position, lat, lng) };
        cells.set(key, cell);
        continue;
      }
    }
    cell.photos.add(columns, position, lat, lng);
  }
  return Array.from(cells.values(), ({ photos }) => photos.cluster(columns)).sort(largestFirst);
}

interface GridCell extends BoundingBox {
  readonly photos: GrowingCluster;
}

function cellBounds(row: number, column: number, side: number): BoundingBox {
  const latitude = (edge: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * edge) / side))) * 180) / Math.PI;
  return {
    west: (column / side) * 360 - 180,
    east: column === side - 1 ? Infinity : ((column + 1) / side) * 360 - 180,
    north: row === 0 ? Infinity : latitude(row),
    south: row === side - 1 ? -Infinity : latitude(row + 1),
  };
}

const largestFirst = (a: MapCluster, b: MapCluster): number => b.count - a.count || a.cover - b.cover;

function mercatorRow(lat: number, side: number): number {
  const bounded = Math.max(-maxLatitude, Math.min(maxLatitude, lat));
  const sine = Math.sin((bounded * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(side - 1, Math.floor(y * side)));
}

function gather(
  into: Map<number, GrowingCluster>,
  key: number,
  columns: TimelineColumns,
  position: number,
  lat: number,
  lng: number,
): void {
  const found = into.get(key);
  if (found) found.add(columns, position, lat, lng);
  else into.set(key, new GrowingCluster(columns, position, lat, lng));
}

/**
 * A cluster under construction. Longitudes are summed relative to the first one, so that a bay on the antimeridian has a
 * correct mean.
 */
class GrowingCluster {
  #count = 1;
  readonly #firstLng: number;
  #lngBeyondFirst = 0;
  #latSum: number;
  #cover: number;
  #covers: boolean;
  #place: number;
  /** The Boyer–Moore majority vote over the places. */
  #votes = 1;

  constructor(columns: TimelineColumns, position: number, lat: number, lng: number) {
    this.#firstLng = lng;
    this.#latSum = lat;
    this.#cover = position;
    this.#covers = mayCover(columns, position);
    this.#place = columns.place[position]!;
  }

  add(columns: TimelineColumns, position: number, lat: number, lng: number): void {
    this.#count++;
    this.#latSum += lat;
    this.#lngBeyondFirst += wrapLongitude(lng - this.#firstLng);
    if (!this.#covers && mayCover(columns, position)) {
      this.#cover = position;
      this.#covers = true;
    }
    const place = columns.place[position]!;
    if (place === this.#place) this.#votes++;
    else if (this.#votes === 0) {
      this.#place = place;
      this.#votes = 1;
    } else this.#votes--;
  }

  cluster(columns: TimelineColumns): MapCluster {
    // If no place has a majority, the cover's place names the cluster.
    const place = this.#votes > 0 ? this.#place : columns.place[this.#cover]!;
    return {
      place,
      count: this.#count,
      lat: this.#latSum / this.#count,
      lng: wrapLongitude(this.#firstLng + this.#lngBeyondFirst / this.#count),
      cover: this.#cover,
    };
  }
}

const mayCover = (columns: TimelineColumns, position: number): boolean => (columns.flags[position]! & COVERS) !== 0;

/** Wraps any longitude to −180 to 180 degrees. */
function wrapLongitude(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng;
  return ((((lng + 180) % 360) + 360) % 360) - 180;
}
