import { formatLength } from '../../state/format.ts';
import type { MapPlace } from '../../state/map/map-projection.ts';
import { scaleOf } from '../../state/map/map-scale.ts';

/** Pixels that the bar may take. */
const most = 110;

/** Keeps the bar of a moving map as long as it says; written at once, since it goes with each frame. */
export function drawScale(bar: HTMLElement, place: MapPlace, miles: boolean): void {
  const { value, unit, pixels } = scaleOf(place, { most, miles });
  const label = formatLength({ value, unit });
  const width = `${Math.round(pixels)}px`;
  if (bar.textContent !== label) bar.textContent = label;
  if (bar.style.width !== width) bar.style.width = width;
}
