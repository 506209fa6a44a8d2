import { toLatLng, toPixel, worldWidth, type MapPlace, type Pixel, type Size } from './map-projection.ts';
import { metersBetween } from './map-scale.ts';
import type { TownAt } from './map-towns.ts';

export type LabelKind = 'country' | 'city' | 'town' | 'quarter';

/** A label on the map. */
export interface MapLabel {
  readonly name: string;
  readonly kind: LabelKind;
  /** The left end of the text, and its vertical middle. */
  readonly left: number;
  readonly middle: number;
  /** The position of the town itself; null for a country. */
  readonly dot: Pixel | null;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A country, the position of its label, and its width as a fraction of the world's width. */
export interface CountryAt {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface View {
  readonly place: MapPlace;
  readonly size: Size;
}

/** Above this zoom, countries are too large for labels. */
const countriesUpTo = 7.5;
/** The population from which a city's label is larger. */
const cityFrom = 400_000;
/** Minimum distance between labels, in pixels. */
const gap = 7;
/** Square pixels of the map per label; with less, it looks crowded. */
const areaPerLabel = 13_000;
const lineHeight = 16;

/**
 * The labels that fit: countries first, then towns in the given order.
 * @param content the countries and towns to label, and the boxes that are already `taken`
 * @param measure returns the width of a name in pixels
 */
export function placeLabels(
  view: View,
  content: { countries: readonly CountryAt[]; towns: readonly TownAt[]; taken: readonly Box[] },
  measure: (name: string, kind: LabelKind) => number,
): MapLabel[] {
  const { place, size } = view;
  const limit = Math.max(8, (size.width * size.height) / areaPerLabel);
  const occupied = [...content.taken];
  const labels: MapLabel[] = [];
  const take = (label: MapLabel, width: number): boolean => {
    const box = boxOf(label, width);
    if (box.left < 0 || box.right > size.width || box.top < 0 || box.bottom > size.height) return false;
    if (occupied.some((other) => overlap(other, box))) return false;
    occupied.push(box);
    labels.push(label);
    return true;
  };
  for (const { name, x, y, width } of place.zoom > countriesUpTo ? [] : content.countries) {
    const at = toPixel({ x, y }, place, size);
    const length = measure(name, 'country');
    if (length > width * worldWidth(place.zoom) * 1.1) continue;
    take({ name, kind: 'country', left: at.left - length / 2, middle: at.top, dot: null }, length);
  }
  for (const town of content.towns) {
    if (labels.length >= limit) break;
    if (weight(town) < minWeightAt(place.zoom)) continue;
    const dot = toPixel(town, place, size);
    if (!isIn(dot, size)) continue;
    const kind = kindOf(town);
    const length = measure(town.name, kind);
    const middle = dot.top;
    const leftEdges = kind === 'quarter' ? [dot.left - length / 2] : [dot.left + 7, dot.left - 7 - length];
    leftEdges.some((left) => take({ name: town.name, kind, left, middle, dot }, length));
  }
  return labels;
}

export interface EdgeTown {
  readonly name: string;
  /** Where the line from the middle to the town meets the edge, and its direction in radians, 0 for east. */
  readonly at: Pixel;
  readonly angle: number;
  readonly meters: number;
}

/** The town nearest to the middle, for a view in which no town is labelled; placed at the edge if it is outside the view. */
export function townBeyond({ place, size }: View, nearest: readonly TownAt[], margin: number): EdgeTown | null {
  const middle = toLatLng(place);
  let nearestTown: TownAt | undefined;
  let minMeters = Infinity;
  for (const town of nearest) {
    const meters = metersBetween(middle, town);
    if (meters >= minMeters) continue;
    minMeters = meters;
    nearestTown = town;
  }
  if (!nearestTown) return null;
  const at = toPixel(nearestTown, place, size);
  const [dx, dy] = [at.left - size.width / 2, at.top - size.height / 2];
  const share = Math.min(
    1,
    (size.width / 2 - margin) / Math.max(1, Math.abs(dx)),
    (size.height / 2 - margin) / Math.max(1, Math.abs(dy)),
  );
  return {
    name: nearestTown.name,
    at: { left: size.width / 2 + dx * share, top: size.height / 2 + dy * share },
    angle: Math.atan2(dy, dx),
    meters: minMeters,
  };
}

export function overlap(a: Box, b: Box): boolean {
  return a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
}

function boxOf({ left, middle, dot }: MapLabel, width: number): Box {
  const [west, east] = [left - gap, left + width + gap];
  return {
    left: Math.min(west, (dot?.left ?? Infinity) - 4),
    right: Math.max(east, (dot?.left ?? -Infinity) + 4),
    top: middle - lineHeight / 2 - 2,
    bottom: middle + lineHeight / 2 + 2,
  };
}

function kindOf({ kind, population }: TownAt): LabelKind {
  if (kind === 'quarter') return 'quarter';
  return kind === 'capital' || population >= cityFrom ? 'city' : 'town';
}

function weight({ kind, population }: TownAt): number {
  return kind === 'capital' ? 5 * population : population;
}

/** The minimum population of a labelled town at a zoom: at low zooms, only large towns have labels. */
function minWeightAt(zoom: number): number {
  return zoom >= 6 ? 0 : 1_500_000 / 4 ** (zoom - 2);
}

function isIn({ left, top }: Pixel, { width, height }: Size): boolean {
  return left >= 0 && left <= width && top >= 0 && top <= height;
}
