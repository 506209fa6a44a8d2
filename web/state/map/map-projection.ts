/** In degrees. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** A point in Web Mercator, in fractions of the world's width and height; 0,0 is the north-west corner. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** The centre and zoom of the map. At zoom 0 the world is 256 pixels wide. */
export interface MapPlace extends WorldPoint {
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Pixel {
  readonly left: number;
  readonly top: number;
}

/** In degrees. `west > east` if it crosses the antimeridian. */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The maximum zoom: shores and towns have no more detail. */
export const closest = 14;
/** The latitude at which Web Mercator ends. */
const maxLatitude = 85.0511;
const tile = 256;

/** Projects coordinates onto the map. */
export function toWorld({ lat, lng }: LatLng): WorldPoint {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180);
  return { x: (lng + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** The coordinates of a point of the map. */
export function toLatLng({ x, y }: WorldPoint): LatLng {
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
    lng: wrapped(x) * 360 - 180,
  };
}

/** The width of the world in pixels. */
export function worldWidth(zoom: number): number {
  return tile * 2 ** zoom;
}

/** The pixel of a point, in that copy of the world, of all side by side, that is nearest to the middle. */
export function toPixel(point: WorldPoint, place: MapPlace, size: Size): Pixel {
  const scale = worldWidth(place.zoom);
  const dx = point.x - place.x;
  return {
    left: size.width / 2 + (dx - Math.round(dx)) * scale,
    top: size.height / 2 + (point.y - place.y) * scale,
  };
}

/** The point of the map at a pixel of the view. */
export function fromPixel({ left, top }: Pixel, place: MapPlace, size: Size): WorldPoint {
  const scale = worldWidth(place.zoom);
  return { x: place.x + (left - size.width / 2) / scale, y: place.y + (top - size.height / 2) / scale };
}

/** The map moved by some pixels, as when dragged. */
export function panned(place: MapPlace, step: Pixel, size: Size): MapPlace {
  const scale = worldWidth(place.zoom);
  return bounded({ ...place, x: place.x - step.left / scale, y: place.y - step.top / scale }, size);
}

/** The map zoomed by `step`, with the point at a pixel staying in place. */
export function zoomed(place: MapPlace, step: number, at: Pixel, size: Size): MapPlace {
  const zoom = Math.max(furthest(size), Math.min(closest, place.zoom + step));
  const fixed = fromPixel(at, place, size);
  const scale = worldWidth(zoom);
  return bounded(
    { zoom, x: fixed.x - (at.left - size.width / 2) / scale, y: fixed.y - (at.top - size.height / 2) / scale },
    size,
  );
}

/** The minimum zoom, at which one world fills the view. */
export function furthest({ width, height }: Size): number {
  return Math.max(0, Math.log2(Math.max(height, width, 1) / tile));
}

/** The nearest valid view: not beyond the poles, and within the zoom limits. */
export function bounded(place: MapPlace, size: Size): MapPlace {
  const zoom = Math.max(furthest(size), Math.min(closest, place.zoom));
  const half = Math.min(0.5, size.height / 2 / worldWidth(zoom));
  return { zoom, x: wrapped(place.x), y: Math.max(half, Math.min(1 - half, place.y)) };
}

/** The visible part of the map. */
export function boundsOf(place: MapPlace, size: Size): BoundingBox {
  const scale = worldWidth(place.zoom);
  const [halfWidth, halfHeight] = [size.width / 2 / scale, size.height / 2 / scale];
  const north = toLatLng({ x: 0, y: Math.max(0, place.y - halfHeight) }).lat;
  const south = toLatLng({ x: 0, y: Math.min(1, place.y + halfHeight) }).lat;
  if (halfWidth >= 0.5) return { west: -180, east: 180, north, south };
  return {
    west: toLatLng({ x: place.x - halfWidth, y: 0 }).lng,
    east: toLatLng({ x: place.x + halfWidth, y: 0 }).lng,
    north,
    south,
  };
}

/** Whether a point is visible. */
export function isShown(point: LatLng, place: MapPlace, size: Size): boolean {
  const { left, top } = toPixel(toWorld(point), place, size);
  return left >= 0 && left <= size.width && top >= 0 && top <= size.height;
}

/** The visible part, extended to whole tiles of an integer zoom, so that small movements stay within it. */
export function tilesOf(place: MapPlace, size: Size): { box: BoundingBox; zoom: number } {
  const zoom = Math.round(place.zoom);
  const side = 2 ** zoom;
  const scale = worldWidth(place.zoom);
  const down = (share: number): number => Math.floor(share * side) / side;
  const up = (share: number): number => Math.ceil(share * side) / side;
  const [halfWidth, halfHeight] = [size.width / 2 / scale, size.height / 2 / scale];
  const [left, right] = [down(place.x - halfWidth), up(place.x + halfWidth)];
  const [top, bottom] = [Math.max(0, down(place.y - halfHeight)), Math.min(1, up(place.y + halfHeight))];
  const north = top === 0 ? 90 : toLatLng({ x: 0, y: top }).lat;
  const south = bottom === 1 ? -90 : toLatLng({ x: 0, y: bottom }).lat;
  if (right - left >= 1) return { box: { west: -180, east: 180, north, south }, zoom };
  const east = toLatLng({ x: right, y: 0 }).lng;
  return { box: { west: toLatLng({ x: left, y: 0 }).lng, east: east === -180 ? 180 : east, north, south }, zoom };
}

/** The visible tiles at an integer zoom, with columns wrapped to one world. */
export function squaresOf(place: MapPlace, size: Size, zoom: number): { x: number; y: number }[] {
  const side = 2 ** zoom;
  const scale = worldWidth(place.zoom);
  const [halfWidth, halfHeight] = [size.width / 2 / scale, size.height / 2 / scale];
  const row = (y: number): number => Math.max(0, Math.min(side - 1, Math.floor(y * side)));
  const west = Math.floor((place.x - halfWidth) * side);
  const columns = Math.min(side, Math.floor((place.x + halfWidth) * side) - west + 1);
  const [north, south] = [row(place.y - halfHeight), row(place.y + halfHeight)];
  return Array.from({ length: columns * (south - north + 1) }, (_, i) => ({
    x: (((west + (i % columns)) % side) + side) % side,
    y: north + Math.floor(i / columns),
  }));
}

/** The closest view that shows all points with a margin of `margin` pixels; the whole world if there are no points. */
export function fitting(points: readonly LatLng[], size: Size, margin = 60): MapPlace {
  const world = points.map(toWorld);
  const first = world[0];
  if (!first) return bounded({ x: 0.5, y: 0.4, zoom: 0 }, size);
  const xs = spanOnCircle(world.map(({ x }) => x));
  const north = Math.min(...world.map(({ y }) => y));
  const south = Math.max(...world.map(({ y }) => y));
  const usableLength = (length: number): number => Math.max(1, length - 2 * margin);
  const scale = Math.min(
    usableLength(size.width) / Math.max(1e-9, xs.length),
    usableLength(size.height) / Math.max(1e-9, south - north),
  );
  const zoom = Math.min(points.length === 1 ? 8 : 11, Math.log2(scale / tile));
  return bounded({ x: xs.start + xs.length / 2, y: (north + south) / 2, zoom }, size);
}

/** `38.72,-9.14,6.5`, for the page's URL. */
export function formatAt(place: MapPlace): string {
  const { lat, lng } = toLatLng(place);
  const digits = Math.max(2, Math.ceil(place.zoom / 3));
  return `${lat.toFixed(digits)},${lng.toFixed(digits)},${Number(place.zoom.toFixed(2))}`;
}

/** Parses what `formatAt` wrote or a person typed; null if it is invalid. */
export function parseAt(text: string): MapPlace | null {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [lat = NaN, lng = NaN, zoom = NaN, ...extra] = numbers;
  if (extra.length > 0 || ![lat, lng, zoom].every(Number.isFinite)) return null;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180 || zoom < 0) return null;
  return { ...toWorld({ lat, lng }), zoom };
}

/** The shortest arc on the circle of longitudes that contains all points. */
function spanOnCircle(xs: readonly number[]): { start: number; length: number } {
  const sorted = [...xs].sort((a, b) => a - b);
  let widest = -1;
  let start = sorted[0] ?? 0;
  sorted.forEach((x, i) => {
    const next = sorted[i + 1];
    const gap = (next ?? (sorted[0] ?? 0) + 1) - x;
    if (gap <= widest) return;
    widest = gap;
    start = next ?? sorted[0] ?? 0;
  });
  return { start, length: 1 - widest };
}

function wrapped(x: number): number {
  return x - Math.floor(x);
}
