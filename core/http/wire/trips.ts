// Trips: runs of days with photos away from home.

export interface TripPlace {
  /** `Lisbon, Portugal` */
  place: string;
  city: string;
  country: string;
  count: number;
}

/** Places for the title of a trip, which the client puts into words. */
export interface TripTitle {
  /** Where most photos were taken; null where they are of several towns. */
  city: string | null;
  /** In English, those with the most photos first; of a town, its country. Empty where no place is known. */
  countries: string[];
}

export interface Trip {
  id: number;
  /** Name given by people; null without one. */
  name: string | null;
  title: TripTitle;
  count: number;
  /** By the wall clocks at the photos' places: `2023-05-02`. */
  first_day: string;
  last_day: string;
  /** Epoch seconds of the oldest and the newest photo. */
  start_ts: number;
  end_ts: number;
  /** Most photos first. */
  places: TripPlace[];
  cover_url: string | null;
  /** Whether people changed its name, days or cover. */
  changed: boolean;
}

export interface Trips {
  trips: Trip[];
  total: number;
}

export interface TripDay {
  day: string;
  count: number;
  /** Where most photos of the day were taken. */
  place: TripPlace | null;
  lat: number | null;
  lng: number | null;
  cover_url: string | null;
}

export interface TripWithDays {
  trip: Trip;
  days: TripDay[];
}

/** The result of a change of trips, with the step for its undo. */
export interface TripStep {
  trips: Trip[];
  step: number;
}
