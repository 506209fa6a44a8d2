import type { Outline, Outlines, Waters } from '../../state/map/map-outlines.ts';
import { worldWidth, type MapPlace, type Pixel, type Size } from '../../state/map/map-projection.ts';
import type { TownAt } from '../../state/map/map-towns.ts';
import { drawGrid, drawTownAreas } from './draw-ground.ts';
import type { Colors } from './map-colors.ts';

/** Shorter segments, in pixels, are skipped. */
const finest = 0.7;
/** River data is coarse: rivers fade out between these zooms, before they appear in wrong streets. */
const riversFade = 8.5;
const riversEnd = 10.5;

interface World {
  readonly outlines: Outlines | null;
  readonly waters: Waters | null;
  readonly towns: readonly TownAt[];
  readonly place: MapPlace;
  readonly size: Size;
}

/** Draws land, towns, lakes, rivers and borders. The sea is the canvas background. */
export function drawWorld(
  context: CanvasRenderingContext2D,
  { outlines, waters, towns, place, size }: World,
  colors: Colors,
): void {
  const scale = worldWidth(place.zoom);
  const half = size.width / 2 / scale;
  const worlds: number[] = [];
  // Land across the antimeridian extends beyond its copy of the world, on either side.
  for (let worldOffset = Math.floor(place.x - half) - 1; worldOffset <= Math.floor(place.x + half) + 1; worldOffset++)
    worlds.push(worldOffset);
  const trace = (lines: readonly Outline[], isRing: boolean): void => {
    context.beginPath();
    for (const worldOffset of worlds) {
      const left = size.width / 2 + (worldOffset - place.x) * scale;
      const top = size.height / 2 - place.y * scale;
      for (const line of lines)
        traceLine(context, line, { left, top, scale }, size, isRing ? traceCorners : traceCurves);
    }
  };
  context.lineJoin = 'round';
  context.fillStyle = colors.land;
  trace(outlines?.land ?? [], true);
  context.fill('evenodd');
  drawTownAreas(context, towns, { place, size }, colors);
  const share = Math.min(1, (riversEnd - place.zoom) / (riversEnd - riversFade));
  if (share > 0) {
    context.globalAlpha = share;
    context.fillStyle = colors.water;
    trace(waters?.lakes ?? [], true);
    context.fill('evenodd');
    context.strokeStyle = colors.river;
    context.lineWidth = Math.max(0.7, Math.min(2.2, place.zoom / 4));
    trace(waters?.rivers ?? [], false);
    context.stroke();
    context.globalAlpha = 1;
  }
  drawGrid(context, { place, size }, colors);
  context.strokeStyle = colors.border;
  context.lineWidth = 1;
  trace(outlines?.borders ?? [], true);
  context.stroke();
}

type Trace = (context: CanvasRenderingContext2D, line: Outline, at: Pixel & { scale: number }) => void;

function traceLine(
  context: CanvasRenderingContext2D,
  line: Outline,
  at: Pixel & { scale: number },
  size: Size,
  run: Trace,
): void {
  const { left, top, scale } = at;
  if (left + line.east * scale < 0 || left + line.west * scale > size.width) return;
  if (top + line.south * scale < 0 || top + line.north * scale > size.height) return;
  if ((line.east - line.west) * scale < finest && (line.south - line.north) * scale < finest) return;
  run(context, line, at);
}

const traceCorners: Trace = (context, line, { left, top, scale }) => {
  const last = line.x.length - 1;
  let [lastX, lastY] = [Infinity, Infinity];
  for (let i = 0; i <= last; i++) {
    const x = left + (line.x[i] ?? 0) * scale;
    const y = top + (line.y[i] ?? 0) * scale;
    if (i === 0) context.moveTo(x, y);
    else if (i < last && Math.abs(x - lastX) < finest && Math.abs(y - lastY) < finest) continue;
    else context.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
};

/** Rivers are smoothed: curves run from the middle of one segment to the middle of the next. */
const traceCurves: Trace = (context, line, { left, top, scale }) => {
  const last = line.x.length - 1;
  let [lastX, lastY] = [left + (line.x[0] ?? 0) * scale, top + (line.y[0] ?? 0) * scale];
  context.moveTo(lastX, lastY);
  for (let i = 1; i <= last; i++) {
    const x = left + (line.x[i] ?? 0) * scale;
    const y = top + (line.y[i] ?? 0) * scale;
    if (i < last && Math.abs(x - lastX) < finest && Math.abs(y - lastY) < finest) continue;
    context.quadraticCurveTo(lastX, lastY, (lastX + x) / 2, (lastY + y) / 2);
    [lastX, lastY] = [x, y];
  }
  context.lineTo(lastX, lastY);
};
