import type { MonthHomes } from '../store/trips/month-homes.ts';
import type { TripDecision, TripDecisions } from '../store/trips/trip-decisions.ts';
import type { Trips } from '../store/trips/trips.ts';
import type { TimelineColumns } from './columns.ts';
import { tripPhotos, type TripDaysRequest, type TripPhotos } from './trip-photos.ts';

const none: TripPhotos = { start: 0, isOfTrip: new Uint8Array(0) };

/** The photos of trips, cached until a trip, a home or the timeline changes. */
export class TripsInTimeline {
  readonly #trips: Trips;
  readonly #decisions: TripDecisions;
  readonly #homes: MonthHomes;
  #tripsVersion = -1;
  #decided: ReadonlyMap<number, Omit<TripDecision, 'anchors'>> = new Map();
  readonly #days = new Map<number, TripDaysRequest>();
  #columns: { readonly of: TimelineColumns; readonly version: number } | undefined;
  readonly #photos = new Map<number, TripPhotos>();

  constructor(parts: { trips: Trips; decisions: TripDecisions; homes: MonthHomes }) {
    this.#trips = parts.trips;
    this.#decisions = parts.decisions;
    this.#homes = parts.homes;
  }

  /** Increases with each change of a trip, of a decision about one, and of homes. */
  get version(): number {
    return this.#trips.version;
  }

  /** The ids of all trips, newest first. */
  ids(): number[] {
    this.#follow();
    return [...this.#days.keys()];
  }

  /** The days of a trip, even if they have no photos. */
  daysOf(id: number): TripDaysRequest | undefined {
    this.#follow();
    return this.#days.get(id);
  }

  /** The users' decision about a trip. */
  decisionOf(id: number): Omit<TripDecision, 'anchors'> | undefined {
    this.#follow();
    return this.#decided.get(id);
  }

  /** @param version the timeline's version of `columns` */
  photosOf(id: number, columns: TimelineColumns, version: number): TripPhotos {
    this.#follow();
    if (this.#columns?.of !== columns || this.#columns.version !== version) {
      this.#photos.clear();
      this.#columns = { of: columns, version };
    }
    const cached = this.#photos.get(id);
    if (cached) return cached;
    const days = this.#days.get(id);
    const photos = days ? tripPhotos(columns, days, this.#homes.known()) : none;
    this.#photos.set(id, photos);
    return photos;
  }

  /** The photos that a trip on some days has, or would have; not cached. */
  photosIn(days: TripDaysRequest, columns: TimelineColumns): TripPhotos {
    return tripPhotos(columns, days, this.#homes.known());
  }

  #follow(): void {
    const { version } = this.#trips;
    if (version === this.#tripsVersion) return;
    this.#decided = this.#decisions.all();
    this.#days.clear();
    this.#photos.clear();
    for (const { id, from, to } of this.#trips.all()) {
      const { startFixed = false, endFixed = false } = this.#decided.get(id) ?? {};
      this.#days.set(id, { from, to, startFixed, endFixed });
    }
    this.#tripsVersion = version;
  }
}
