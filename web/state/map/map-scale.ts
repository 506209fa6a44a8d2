import { toLatLng, worldWidth, type LatLng, type MapPlace } from './map-projection.ts';

/** Metres around the earth, and its radius. */
const equator = 40_075_017;
const radius = 6_371_009;

export type LengthUnit = 'kilometer' | 'meter' | 'mile' | 'foot';

/** Metres. */
const lengths: Record<LengthUnit, number> = { kilometer: 1000, meter: 1, mile: 1609.344, foot: 0.3048 };

/** Where roads are measured in miles. */
const milesIn = new Set(['US', 'GB', 'LR', 'MM']);

/** Whether a language is written where miles are usual: `en-GB`; where it does not say where, its largest country counts. */
export function usesMiles(locale: string): boolean {
  return milesIn.has(new Intl.Locale(locale).maximize().region ?? '');
}

/** The longest round length that is drawn in at most so many pixels, in the middle of what shows. */
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

/** How far it is, in whole kilometres or miles. */
export function distanceIn(meters: number, miles: boolean): { value: number; unit: LengthUnit } {
  const unit = miles ? 'mile' : 'kilometer';
  return { value: Math.max(1, Math.round(meters / lengths[unit])), unit };
}

/** Metres between two points of the earth. */
export function metersBetween(a: LatLng, b: LatLng): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const square = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng);
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** 1, 2 or 5 and noughts. */
function roundDown(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return ([5, 2].find((step) => step * power <= length) ?? 1) * power;
}
