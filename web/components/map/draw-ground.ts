import {
  fromPixel,
  toLatLng,
  toPixel,
  toWorld,
  worldWidth,
  type MapPlace,
  type Size,
} from '../../state/map/map-projection.ts';
import type { TownAt } from '../../state/map/map-towns.ts';
import type { Colors } from './map-colors.ts';

/** The circumference of the earth in metres. */
const equator = 40_075_017;
/** A typical population per square kilometre in towns. */
const density = 3500;
/** From this zoom on, towns are drawn as areas. */
const areasFrom = 7;
/** From this zoom on, some views have neither a name nor a shore. */
const gridFrom = 9.5;
/** Minimum distance between grid lines, in pixels. */
const gridStep = 110;
/** In degrees. */
const steps = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

interface View {
  readonly place: MapPlace;
  readonly size: Size;
}

/** Draws the approximate areas of towns, clipped to the land drawn before. */
export function drawTownAreas(
  context: CanvasRenderingContext2D,
  towns: readonly TownAt[],
  { place, size }: View,
  colors: Colors,
): void {
  if (place.zoom < areasFrom) return;
  const scale = worldWidth(place.zoom);
  context.globalCompositeOperation = 'source-atop';
  context.fillStyle = colors.town;
  context.beginPath();
  for (const town of towns) {
    if (town.kind === 'quarter') continue;
    const meters = 1000 * Math.sqrt(town.population / density / Math.PI);
    const radius = (meters / (equator * Math.cos((town.lat * Math.PI) / 180))) * scale;
    const { left, top } = toPixel(town, place, size);
    if (radius < 4 || left < -radius || left > size.width + radius) continue;
    if (top < -radius || top > size.height + radius) continue;
    context.moveTo(left + radius, top);
    context.arc(left, top, radius, 0, 2 * Math.PI);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

/** Draws lines of equal degrees, so that movement is visible in empty areas. */
export function drawGrid(context: CanvasRenderingContext2D, { place, size }: View, colors: Colors): void {
  if (place.zoom < gridFrom) return;
  const scale = worldWidth(place.zoom);
  const step = steps.findLast((degrees) => (degrees / 360) * scale >= gridStep) ?? 1;
  const first = toLatLng(fromPixel({ left: 0, top: size.height }, place, size));
  context.beginPath();
  for (let lng = Math.ceil(first.lng / step) * step; ; lng += step) {
    const left = ((lng - first.lng) / 360) * scale;
    if (left > size.width) break;
    context.moveTo(Math.round(left) + 0.5, 0);
    context.lineTo(Math.round(left) + 0.5, size.height);
  }
  for (let lat = Math.ceil(first.lat / step) * step; lat < 85; lat += step) {
    const { top } = toPixel({ x: place.x, y: toWorld({ lat, lng: 0 }).y }, place, size);
    if (top < 0) break;
    context.moveTo(0, Math.round(top) + 0.5);
    context.lineTo(size.width, Math.round(top) + 0.5);
  }
  context.globalAlpha = Math.min(1, place.zoom - gridFrom) * 0.45;
  context.strokeStyle = colors.border;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
}
