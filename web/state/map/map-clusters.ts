import { toLatLng, toWorld, worldWidth, type BoundingBox, type LatLng, type WorldPoint } from './map-projection.ts';

/** Photos at one point of the map, from the server or from a page. */
export interface Marker extends LatLng {
  readonly place: string;
  readonly count: number;
  readonly thumb_url: string | null;
}

/** Markers that would overlap, drawn as one. */
export interface MapCluster extends WorldPoint {
  /** Place and thumbnail are those of the largest marker. */
  readonly place: string;
  readonly thumb: string | null;
  readonly count: number;
  /** Largest first. */
  readonly markers: readonly Marker[];
}

/**
 * Clusters markers that are closer than `distance` pixels at a zoom: larger markers absorb smaller ones. It takes one pass
 * with a grid, so that thousands of markers take a few milliseconds.
 */
export function gathered(markers: readonly Marker[], zoom: number, distance: number): MapCluster[] {
  const reach = distance / worldWidth(zoom);
  const columns = Math.max(1, Math.floor(1 / reach));
  const cells = new Map<number, { x: number; y: number; count: number; markers: Marker[] }[]>();
  const clusters: { x: number; y: number; count: number; markers: Marker[] }[] = [];
  const cellOf = (column: number, row: number): number => row * columns + ((column + columns) % columns);
  for (const marker of [...markers].sort((a, b) => b.count - a.count)) {
    const { x, y } = toWorld(marker);
    const [column, row] = [Math.floor(x * columns), Math.floor(y * columns)];
    let nearCluster: (typeof clusters)[number] | undefined;
    for (let i = 0; i < 9 && !nearCluster; i++) {
      const cell = cells.get(cellOf(column + (i % 3) - 1, row + Math.floor(i / 3) - 1));
      nearCluster = cell?.find((other) => distanceOf(other, { x, y }) < reach);
    }
    if (nearCluster) {
      nearCluster.count += marker.count;
      nearCluster.markers.push(marker);
      continue;
    }
    const cluster = { x, y, count: marker.count, markers: [marker] };
    clusters.push(cluster);
    const key = cellOf(column, row);
    const cell = cells.get(key);
    if (cell) cell.push(cluster);
    else cells.set(key, [cluster]);
  }
  return clusters.map(({ x, y, count, markers: members }) => ({
    x,
    y,
    count,
    markers: members,
    place: members[0]?.place ?? '',
    thumb: members.find(({ thumb_url }) => thumb_url !== null)?.thumb_url ?? null,
  }));
}

/** Cells of the server's clustering grid along one side of a tile of 256 pixels. */
const cellsPerTile = 4;

/** The bounding box of the photos of markers, which the server made for an integer `zoom`. */
export function boxOf(markers: readonly Marker[], zoom: number): BoundingBox {
  const side = 2 ** zoom * cellsPerTile;
  const cells = markers.map((marker) => {
    const { x, y } = toWorld(marker);
    return { column: Math.min(side - 1, Math.floor(x * side)), row: Math.min(side - 1, Math.floor(y * side)) };
  });
  const rows = cells.map(({ row }) => row);
  const base = cells[0]?.column ?? 0;
  // Columns relative to the first marker, by the shorter way around the world.
  const offsets = cells.map(({ column }) => {
    const step = column - base;
    return step > side / 2 ? step - side : step < -side / 2 ? step + side : step;
  });
  const corner = (column: number, row: number): LatLng => toLatLng({ x: column / side, y: row / side });
  const northWest = corner(base + Math.min(...offsets), Math.min(...rows));
  const southEast = corner(base + Math.max(...offsets) + 1, Math.max(...rows) + 1);
  const isWholeWorld = Math.max(...offsets) - Math.min(...offsets) + 1 >= side;
  return {
    west: isWholeWorld ? -180 : northWest.lng,
    east: isWholeWorld || southEast.lng === -180 ? 180 : southEast.lng,
    north: Math.min(...rows) === 0 ? 90 : northWest.lat,
    south: Math.max(...rows) === side - 1 ? -90 : southEast.lat,
  };
}

/** `west,south,east,north`, the format of the server's parameter. */
export function formatBox({ west, south, east, north }: BoundingBox): string {
  return [west, south, east, north].map((degrees) => String(Number(degrees.toFixed(6)))).join(',');
}

/** Whether two boxes intersect; `text` has the format of `formatBox`. True for an invalid box, which the server rejects. */
export function touches(text: string, other: BoundingBox): boolean {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
  if (![west, south, east, north].every(Number.isFinite)) return true;
  if (south > other.north || north < other.south) return false;
  // A box is one range of longitudes, or two if it crosses the antimeridian.
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
  const dx = Math.abs(a.x - b.x);
  return Math.hypot(Math.min(dx, 1 - dx), a.y - b.y);
}
