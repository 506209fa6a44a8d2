// Trips: runs of days with photos away from home.

export interface TripPlace {
  /** `Lisbon, Portugal` */
  place: string;
  city: string;
  country: string;
  count: number;
}

/** What a trip is called by its places, for the client to put into words. */
export interface TripTitle {
  /** Where most photos were taken; null where they are of several towns. */
  city: string | null;
  /** In English, those with the most photos first; of a town, its country. Empty where no place is known. */
  countries: string[];
}

export interface Trip {
  id: number;
  /** As people named it; null where they did not. */
  name: string | null;
  title: TripTitle;
  count: number;
  /** By the clocks where photos were taken: `2023-05-02`. */
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

/** What was made of trips, and the step by which it is undone. */
export interface TripStep {
  trips: Trip[];
  step: number;
}
