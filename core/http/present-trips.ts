import type { Cover } from '../domain/photo.ts';
import type { TripPlace } from '../domain/trips/trip-title.ts';
import type { MemoryTitle } from '../services/memory-titles.ts';
import type { TripDaySummary, TripSummary } from '../services/trips/trip-library.ts';
import type * as wire from './wire.ts';

/** Makes the signed URL of a cover. */
interface Covers {
  coverUrl(cover: Cover | null): string | null;
}

export function presentTrip(trip: TripSummary, covers: Covers): wire.Trip {
  return {
    id: trip.id,
    name: trip.name,
    title: { city: trip.title.city, countries: [...trip.title.countries] },
    count: trip.count,
    first_day: trip.firstDay,
    last_day: trip.lastDay,
    start_ts: trip.start,
    end_ts: trip.end,
    places: trip.places.map(tripPlace),
    cover_url: covers.coverUrl(trip.cover),
    changed: trip.isDecided,
  };
}

export function presentTripDay({ cover, place, ...day }: TripDaySummary, covers: Covers): wire.TripDay {
  return { ...day, place: place && tripPlace(place), cover_url: covers.coverUrl(cover) };
}

export const memoryTitle = (title?: MemoryTitle): wire.MemoryTitle => ({
  trip: title?.trip ? { id: title.trip.id, name: title.trip.name } : null,
  city: title?.city ?? null,
  countries: [...(title?.countries ?? [])],
  people: (title?.people ?? []).map(({ id, name }) => ({ id, name })),
  tag: title?.tag ?? null,
});

const tripPlace = ({ label, city, country, count }: TripPlace): wire.TripPlace => ({
  place: label,
  city,
  country,
  count,
});
