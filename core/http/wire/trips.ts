// Trips: runs of days with photos away from home.

export interface TripPlace {
  /** Such as `Lisbon, Portugal`. */
  place: string;
  city: string;
  country: string;
  count: number;
}

/** Places for the title of a trip, from which the client makes a text. */
export interface TripTitle {
  /** The town where most photos were taken; null if they are from several towns. */
  city: string | null;
  /** In English, most photos first; for a town, its country. Empty if no place is known. */
  countries: string[];
}

export interface Trip {
  id: number;
  /** The name that a user gave; null without one. */
  name: string | null;
  title: TripTitle;
  count: number;
  /** By the wall clock of the photos: `2023-05-02`. */
  first_day: string;
  last_day: string;
  /** Epoch seconds of the oldest and the newest photo. */
  start_ts: number;
  end_ts: number;
  /** Most photos first. */
  places: TripPlace[];
  cover_url: string | null;
  /** Whether a user changed its name, days or cover. */
  changed: boolean;
}

export interface Trips {
  trips: Trip[];
  total: number;
}

export interface TripDay {
  day: string;
  count: number;
  /** The place where most photos of the day were taken. */
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
