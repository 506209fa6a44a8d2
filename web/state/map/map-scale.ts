import { toLatLng, worldWidth, type LatLng, type MapPlace } from './map-projection.ts';

/** The circumference and mean radius of the earth in metres. */
const equator = 40_075_017;
const radius = 6_371_009;

export type LengthUnit = 'kilometer' | 'meter' | 'mile' | 'foot';

/** In metres. */
const lengths: Record<LengthUnit, number> = { kilometer: 1000, meter: 1, mile: 1609.344, foot: 0.3048 };

/** Countries whose roads are measured in miles. */
const milesIn = new Set(['US', 'GB', 'LR', 'MM']);

/** Whether a locale, such as `en-GB`, uses miles; without a region, that of the language's largest country counts. */
export function usesMiles(locale: string): boolean {
  return milesIn.has(new Intl.Locale(locale).maximize().region ?? '');
}

/** The longest round length that takes at most `most` pixels in the middle of the view. */
export function scaleOf(
  place: MapPlace,
  { most, miles }: { most: number; miles: boolean },
): { value: number; unit: LengthUnit; pixels: number } {
  const metersPerPixel = (equator * Math.cos((toLatLng(place).lat * Math.PI) / 180)) / worldWidth(place.zoom);
  const [large, small]: [LengthUnit, LengthUnit] = miles ? ['mile', 'foot'] : ['kilometer', 'meter'];
  const longest = most * metersPerPixel;
  const unit = longest >= lengths[large] ? large : small;
  const value = roundDown(longest / lengths[unit]);
  return { value, unit, pixels: (value * lengths[unit]) / metersPerPixel };
}

/** A distance in whole kilometres or miles, at least 1. */
export function distanceIn(meters: number, miles: boolean): { value: number; unit: LengthUnit } {
  const unit = miles ? 'mile' : 'kilometer';
  return { value: Math.max(1, Math.round(meters / lengths[unit])), unit };
}

/** The great-circle distance between two points, in metres. */
export function metersBetween(a: LatLng, b: LatLng): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const square = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng);
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundDown(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return ([5, 2].find((step) => step * power <= length) ?? 1) * power;
}
