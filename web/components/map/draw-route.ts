import { worldWidth, type MapPlace, type Size, type WorldPoint } from '../../state/map/map-projection.ts';
import type { Colors } from './map-colors.ts';

/** Draws a route, see `trip-route.ts`, with an outline that is visible on land and on water. */
export function drawRoute(
  context: CanvasRenderingContext2D,
  { route, place, size }: { route: readonly WorldPoint[]; place: MapPlace; size: Size },
  colors: Colors,
): void {
  if (route.length < 2) return;
  const scale = worldWidth(place.zoom);
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  // In each copy of the world that may be visible.
  for (const worldOffset of [-1, 0, 1]) {
    for (const [index, { x, y }] of route.entries()) {
      const left = size.width / 2 + (x + worldOffset - place.x) * scale;
      const top = size.height / 2 + (y - place.y) * scale;
      if (index === 0) context.moveTo(left, top);
      else context.lineTo(left, top);
    }
  }
  for (const [width, color] of [
    [5, colors.paper],
    [2.5, colors.accent],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
  context.restore();
}
