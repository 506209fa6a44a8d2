import { DomainError } from '../../domain/errors.ts';
import { dayText, type EpochDay } from '../../domain/epoch-day.ts';
import type { Cover } from '../../domain/photo.ts';
import { tripTitle, type TripPlace, type TripTitle } from '../../domain/trips/trip-title.ts';
import type { Photos } from '../../store/photos/photos.ts';
import type { Places } from '../../store/photos/places.ts';
import type { Selection } from '../../timeline/selection.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { tripDays, tripExtent, visibleOfTrip, type TripExtent } from '../../timeline/trip-extents.ts';
import type { PhotoFilter } from '../../timeline/photo-filter.ts';
import type { TripDaysRequest } from '../../timeline/trip-photos.ts';
import type { TripsInTimeline } from '../../timeline/trips-in-timeline.ts';
import type { Page } from '../library.ts';
import { seenBy, withOrWithoutHidden, type Viewer } from '../viewer.ts';

/** A trip as a viewer sees it: everything but its name is computed from photos that they may see. */
export interface TripSummary {
  readonly id: number;
  /** The name that a user gave; null without one. */
  readonly name: string | null;
  readonly title: TripTitle;
  readonly count: number;
  /** In the form `2023-05-02`, by the wall clock of the photos. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Epoch seconds of the oldest and the newest photo. */
  readonly start: number;
  readonly end: number;
  /** Most photos first. */
  readonly places: readonly TripPlace[];
  readonly cover: Cover | null;
  /** Whether a user changed its name, days or cover. */
  readonly isDecided: boolean;
}

export interface TripDaySummary {
  readonly day: string;
  readonly count: number;
  /** The place where most of its photos were taken. */
  readonly place: TripPlace | null;
  /** Degrees; null if no photo of the day has a position. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly cover: Cover | null;
}

/** The maximum number of places that are returned for a trip. */
const maxPlaces = 20;

/** The trips of the library. A trip without photos that the viewer may see does not exist for them. */
export class TripLibrary {
  readonly #selections: Selections;
  readonly #timeline: Timeline;
  readonly #inTimeline: TripsInTimeline;
  readonly #places: Places;
  readonly #photos: Photos;

  constructor(parts: {
    selections: Selections;
    timeline: Timeline;
    inTimeline: TripsInTimeline;
    places: Places;
    photos: Photos;
  }) {
    this.#selections = parts.selections;
    this.#timeline = parts.timeline;
    this.#inTimeline = parts.inTimeline;
    this.#places = parts.places;
    this.#photos = parts.photos;
  }

  /** Newest first. */
  list(viewer: Viewer, { limit, offset }: Page, includeHidden?: boolean): { trips: TripSummary[]; total: number } {
    const visible = this.#visible(viewer, includeHidden);
    const extents = [...this.#extents(visible)].sort(([a, ofA], [b, ofB]) => ofB.end - ofA.end || a - b);
    return { trips: this.#summaries(visible, extents.slice(offset, offset + limit)), total: extents.length };
  }

  /** @throws DomainError `not_found` */
  trip(viewer: Viewer, id: number, includeHidden?: boolean): TripSummary {
    const [trip] = this.some(viewer, [id], includeHidden);
    if (!trip) throw noSuchTrip();
    return trip;
  }

  /** Those of the trips that exist for the viewer, in this order. */
  some(viewer: Viewer, ids: readonly number[], includeHidden?: boolean): TripSummary[] {
    const visible = this.#visible(viewer, includeHidden);
    const extents = this.#extents(visible);
    const found = ids.flatMap((id) => {
      const extent = extents.get(id);
      return extent ? [[id, extent] as const] : [];
    });
    return this.#summaries(visible, found);
  }

  /** The days of a trip that have photos, in order. */
  days(viewer: Viewer, id: number, includeHidden?: boolean): TripDaySummary[] {
    const days = this.#visible(viewer, includeHidden).read((columns, positions) =>
      tripDays(columns, visibleOfTrip(positions, this.#inTimeline.photosOf(id, columns, this.#timeline.version))),
    );
    const places = this.#places.byIds(days.flatMap((day) => day.places[0]?.[0] ?? []));
    const covers = this.#photos.covers(days.map(({ cover }) => cover));
    return days.map(({ firstDay, count, places: [mostFrequent], lat, lng, cover }) => {
      const place = mostFrequent && places.get(mostFrequent[0]);
      return {
        day: dayText(firstDay),
        count,
        place: place ? { label: place.label, city: place.city, country: place.country, count: mostFrequent[1] } : null,
        lat: Number.isNaN(lat) ? null : lat,
        lng: Number.isNaN(lng) ? null : lng,
        cover: covers.get(cover) ?? null,
      };
    });
  }

  /** The trip that contains most of some photos, which were taken on one day or around it; undefined if there is none. */
  holding(viewer: Viewer, day: EpochDay, ids: readonly number[], includeHidden?: boolean): TripSummary | undefined {
    const wanted = new Set(ids);
    const visible = this.#visible(viewer, includeHidden);
    const holder = this.#inTimeline.ids().find((id) => {
      const days = this.#inTimeline.daysOf(id);
      if (!days || days.from > day || days.to < day) return false;
      const contained = visible.read((columns, positions) =>
        visibleOfTrip(positions, this.#inTimeline.photosOf(id, columns, this.#timeline.version)).filter((position) =>
          wanted.has(columns.id[position] ?? 0),
        ),
      );
      return contained.length * 2 > ids.length;
    });
    return holder === undefined ? undefined : this.trip(viewer, holder, includeHidden);
  }

  /** Whether a photo of the days is visible to the viewer, or there is no photo at all. */
  mayKnow(viewer: Viewer, days: TripDaysRequest): boolean {
    const all = { archived: 'with', hidden: 'with', onTimeline: false } as const;
    return this.#hasPhotos(seenBy(viewer, all), days) || !this.#hasPhotos(all, days);
  }

  /** Whether a trip of these days would have photos that the viewer sees. */
  wouldShow(viewer: Viewer, days: TripDaysRequest): boolean {
    return this.#hasPhotos(seenBy(viewer, { archived: 'with', onTimeline: false }), days);
  }

  #hasPhotos(filter: PhotoFilter, days: TripDaysRequest): boolean {
    return this.#selections
      .find(filter)
      .read((columns, positions) => visibleOfTrip(positions, this.#inTimeline.photosIn(days, columns)).length > 0);
  }

  #visible(viewer: Viewer, includeHidden: boolean | undefined): Selection {
    const filter = { archived: 'with', onTimeline: false, ...withOrWithoutHidden(includeHidden) } as const;
    return this.#selections.find(seenBy(viewer, filter));
  }

  /** By trip id; recomputed only when photos or trips change. */
  #extents(all: Selection): ReadonlyMap<number, TripExtent> {
    return all.derive(`trips ${this.#inTimeline.version}`, (columns, positions) => {
      const { version } = this.#timeline;
      const extentsById = new Map<number, TripExtent>();
      for (const id of this.#inTimeline.ids()) {
        const visible = visibleOfTrip(positions, this.#inTimeline.photosOf(id, columns, version));
        if (visible.length > 0) extentsById.set(id, tripExtent(columns, visible));
      }
      return extentsById;
    });
  }

  #summaries(all: Selection, extents: readonly (readonly [id: number, extent: TripExtent])[]): TripSummary[] {
    const chosenCovers = extents.flatMap(([id]) => this.#inTimeline.decisionOf(id)?.cover ?? []);
    const shownCovers = new Set(chosenCovers.length === 0 ? [] : this.#shownOf(all, chosenCovers));
    const covers = this.#photos.covers([...extents.map(([, { cover }]) => cover), ...shownCovers]);
    const places = this.#places.byIds(extents.flatMap(([, extent]) => extent.places.map(([place]) => place)));
    return extents.map(([id, extent]) => {
      const decision = this.#inTimeline.decisionOf(id);
      const namedPlaces = extent.places.flatMap(([place, count]) => {
        const known = places.get(place);
        return known ? [{ label: known.label, city: known.city, country: known.country, count }] : [];
      });
      const cover = decision?.cover ?? 0;
      return {
        id,
        name: decision?.name ?? null,
        title: tripTitle(namedPlaces),
        count: extent.count,
        firstDay: dayText(extent.firstDay),
        lastDay: dayText(extent.lastDay),
        start: extent.start,
        end: extent.end,
        places: namedPlaces.slice(0, maxPlaces),
        cover: (shownCovers.has(cover) ? covers.get(cover) : undefined) ?? covers.get(extent.cover) ?? null,
        isDecided: decision !== undefined,
      };
    });
  }

  /** Those of some photos that are visible to the viewer. */
  #shownOf(all: Selection, ids: readonly number[]): number[] {
    const shown = all.idSet(this.#timeline.capacity);
    return ids.filter((id) => shown.has(id));
  }
}

export const noSuchTrip = (): DomainError =>
  new DomainError('not_found', 'There is no such trip.', { problem: 'no_such_trip' });
