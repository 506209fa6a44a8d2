import { epochDay } from '../domain/epoch-day.ts';
import type { PersonRef, PhotoSummary } from '../domain/photo.ts';
import { tripTitle, type TripPlace } from '../domain/trips/trip-title.ts';
import type { PeopleOnPhotos } from '../store/people/people-on-photos.ts';
import type { MemoriesOfDay } from './library.ts';
import type { TripLibrary } from './trips/trip-library.ts';
import type { Viewer } from './viewer.ts';

/** Facts for the title of the photos of one day of one year. */
export interface MemoryTitle {
  /** The trip that contains most of the photos. */
  readonly trip: { readonly id: number; readonly name: string | null } | null;
  readonly city: string | null;
  readonly countries: readonly string[];
  /** The people who appear in most of the photos. */
  readonly people: readonly PersonRef[];
  /** A tag that all photos have. */
  readonly tag: string | null;
}

/** With more names, a title would be too long. */
const maxPeople = 3;

/** Titles of memories: by trip, place, people or tag. */
export class MemoryTitles {
  readonly #trips: Pick<TripLibrary, 'holding'>;
  readonly #people: PeopleOnPhotos;

  constructor(parts: { trips: Pick<TripLibrary, 'holding'>; people: PeopleOnPhotos }) {
    this.#trips = parts.trips;
    this.#people = parts.people;
  }

  /** One title for each year, in the same order. */
  of(viewer: Viewer, { month, day, years }: MemoriesOfDay, includeHidden?: boolean): MemoryTitle[] {
    return years.map(({ year, photos }) => {
      const ids = photos.map(({ id }) => id);
      const { city, countries } = placeOf(photos);
      const people = this.#people.named(ids).filter(({ count }) => count * 2 > ids.length);
      return {
        trip: this.#trips.holding(viewer, epochDay(year, month, day), ids, includeHidden) ?? null,
        city,
        countries,
        people: people.slice(0, maxPeople),
        tag: photos[0]?.tags.find((tag) => photos.every(({ tags }) => tags.includes(tag))) ?? null,
      };
    });
  }
}

/** The place where most of the photos were taken; empty if too few photos have a place. */
function placeOf(photos: readonly PhotoSummary[]): { city: string | null; countries: readonly string[] } {
  const places = photos.flatMap(({ place }): TripPlace[] => {
    if (place === null) return [];
    const comma = place.lastIndexOf(', ');
    return [{ label: place, city: place.slice(0, comma), country: place.slice(comma + 2), count: 1 }];
  });
  return places.length * 2 > photos.length ? tripTitle(places) : { city: null, countries: [] };
}
