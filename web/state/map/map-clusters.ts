import { toLatLng, toWorld, worldWidth, type BoundingBox, type LatLng, type WorldPoint } from './map-projection.ts';

/** Photos at one point of the map, as the server tells them or a page has them. */
export interface Marker extends LatLng {
  readonly place: string;
  readonly count: number;
  readonly thumb_url: string | null;
}

/** Markers that would lie over each other, drawn as one. */
export interface MapCluster extends WorldPoint {
  /** Of the largest marker. */
  readonly place: string;
  readonly thumb: string | null;
  readonly count: number;
  /** The largest first. */
  readonly markers: readonly Marker[];
}

/**
 * Gathers markers that are closer to each other than `distance` pixels at a zoom: the larger takes the smaller in.
 * One pass with a grid, so that thousands take a few milliseconds.
 */
export function gathered(markers: readonly Marker[], zoom: number, distance: number): MapCluster[] {
  const reach = distance / worldWidth(zoom);
  const columns = Math.max(1, Math.floor(1 / reach));
  const cells = new Map<number, { x: number; y: number; count: number; markers: Marker[] }[]>();
  const found: { x: number; y: number; count: number; markers: Marker[] }[] = [];
  const cellOf = (column: number, row: number): number => row * columns + ((column + columns) % columns);
  for (const marker of [...markers].sort((a, b) => b.count - a.count)) {
    const { x, y } = toWorld(marker);
    const [column, row] = [Math.floor(x * columns), Math.floor(y * columns)];
    let near: (typeof found)[number] | undefined;
    for (let i = 0; i < 9 && !near; i++) {
      const cell = cells.get(cellOf(column + (i % 3) - 1, row + Math.floor(i / 3) - 1));
      near = cell?.find((other) => distanceOf(other, { x, y }) < reach);
    }
    if (near) {
      near.count += marker.count;
      near.markers.push(marker);
      continue;
    }
    const cluster = { x, y, count: marker.count, markers: [marker] };
    found.push(cluster);
    const key = cellOf(column, row);
    const cell = cells.get(key);
    if (cell) cell.push(cluster);
    else cells.set(key, [cluster]);
  }
  return found.map(({ x, y, count, markers: taken }) => ({
    x,
    y,
    count,
    markers: taken,
    place: taken[0]?.place ?? '',
    thumb: taken.find(({ thumb_url }) => thumb_url !== null)?.thumb_url ?? null,
  }));
}

/** Cells of the server's grid along a tile of 256 pixels. */
const cellsPerTile = 4;

/** The part of the map that the photos of markers are in, for markers that the server made for a whole `zoom`. */
export function boxOf(markers: readonly Marker[], zoom: number): BoundingBox {
  const side = 2 ** zoom * cellsPerTile;
  const cells = markers.map((marker) => {
    const { x, y } = toWorld(marker);
    return { column: Math.min(side - 1, Math.floor(x * side)), row: Math.min(side - 1, Math.floor(y * side)) };
  });
  const rows = cells.map(({ row }) => row);
  const base = cells[0]?.column ?? 0;
  // Counted from the first, the shorter way around the world.
  const aside = cells.map(({ column }) => {
    const step = column - base;
    return step > side / 2 ? step - side : step < -side / 2 ? step + side : step;
  });
  const corner = (column: number, row: number): LatLng => toLatLng({ x: column / side, y: row / side });
  const northWest = corner(base + Math.min(...aside), Math.min(...rows));
  const southEast = corner(base + Math.max(...aside) + 1, Math.max(...rows) + 1);
  const whole = Math.max(...aside) - Math.min(...aside) + 1 >= side;
  return {
    west: whole ? -180 : northWest.lng,
    east: whole || southEast.lng === -180 ? 180 : southEast.lng,
    north: Math.min(...rows) === 0 ? 90 : northWest.lat,
    south: Math.max(...rows) === side - 1 ? -90 : southEast.lat,
  };
}

/** `west,south,east,north`, as the server takes it. */
export function formatBox({ west, south, east, north }: BoundingBox): string {
  return [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(6)))).join(',');
}

/** Whether a box, as `formatBox` writes it, and another have a part in common. What is no box is left to the server. */
export function touches(text: string, other: BoundingBox): boolean {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  if (![west, south, east, north].every(Number.isFinite)) return true;
  if (south > other.north || north < other.south) return false;
  // Each as one stretch or, over the antimeridian, as two.
  const stretches = (from: number, to: number): [number, number][] =>
    from <= to
      ? [[from, to]]
      : [
          [from, 180],
          [-180, to],
        ];
  return stretches(west, east).some(([from, to]) =>
    stretches(other.west, other.east).some(([begin, end]) => from <= end && to >= begin),
  );
}

function distanceOf(a: WorldPoint, b: WorldPoint): number {
  const aside = Math.abs(a.x - b.x);
  return Math.hypot(Math.min(aside, 1 - aside), a.y - b.y);
}
