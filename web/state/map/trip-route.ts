import type { TripDay } from '../../../core/http/wire.ts';
import type { Marker } from './map-clusters.ts';
import { toWorld, type LatLng, type WorldPoint } from './map-projection.ts';

/** The markers of a trip: all days at one place make one marker. */
export function placesOf(days: readonly TripDay[]): Marker[] {
  const markers = new Map<string, Marker>();
  for (const { lat, lng, place, count, cover_url: thumb_url } of days) {
    if (lat === null || lng === null) continue;
    const name = place?.place ?? '';
    const key = name === '' ? `${lat} ${lng}` : name;
    const marker = markers.get(key);
    markers.set(key, marker ? { ...marker, count: marker.count + count } : { lat, lng, place: name, count, thumb_url });
  }
  return [...markers.values()];
}

/**
 * The route of a trip: the markers of its days in order, without repeating one for days at the same place. Each point takes
 * the shorter way around the world from the previous one, so x may be outside 0 to 1.
 */
export function routeOf(days: readonly TripDay[]): WorldPoint[] {
  const markers = new Map(placesOf(days).map((marker) => [marker.place, marker]));
  const route: WorldPoint[] = [];
  for (const { lat, lng, place } of days) {
    if (lat === null || lng === null) continue;
    const at: LatLng = (place && markers.get(place.place)) ?? { lat, lng };
    const { x, y } = toWorld(at);
    const last = route.at(-1);
    const nearestX = last ? x - Math.round(x - last.x) : x;
    if (nearestX !== last?.x || y !== last.y) route.push({ x: nearestX, y });
  }
  return route;
}
