import { answer, list, nullable, type Value } from './answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';

/** Schemas of trips in answers and requests. */

const day = word.pattern(/^\d{4}-\d{2}-\d{2}$/);

/** `place` is such as `Lisbon, Portugal`. */
const tripPlace = answer({ place: word, city: text, country: text, count });
export type TripPlace = Value<typeof tripPlace>;

/** Places for the title of a trip, from which the client makes a text. */
const title = answer({
  city: nullable(text).description('The place of more than half of the photos that have a place.'),
  countries: list(text).description('In English, the places with the most photos first; for a town, with its country.'),
});

const trip = answer({
  id: integer,
  name: nullable(word).description('The name that people gave the trip.'),
  title,
  count,
  first_day: day.description('By the local time of the oldest photo.'),
  last_day: day,
  start_ts: epochSeconds,
  end_ts: epochSeconds,
  places: list(tripPlace).description('At most 20, those with the most photos first.'),
  cover_url: nullable(word),
  changed: boolean.description('Whether people changed its name, days or cover.'),
});
export type Trip = Value<typeof trip>;

export const trips = answer({ trips: list(trip), total: count });
export type Trips = Value<typeof trips>;

const tripDay = answer({
  day,
  count,
  place: nullable(tripPlace).description('The place where most photos of the day were taken.'),
  lat: nullable(number),
  lng: nullable(number),
  cover_url: nullable(word),
});
export type TripDay = Value<typeof tripDay>;

export const tripWithDays = answer({
  trip,
  days: list(tripDay).description('The days that have photos, in order.'),
});
export type TripWithDays = Value<typeof tripWithDays>;

export const tripStep = answer({
  trips: list(trip).description('The trips as they are now.'),
  step: integer.description('The id of the step, with which the change can be undone.'),
});
export type TripStep = Value<typeof tripStep>;

export const tripId = integer.min(1).max(Number.MAX_SAFE_INTEGER);
/** A day in the right format; whether it exists is checked by the service. */
export const dayOfTrip = word
  .pattern(/^\d{4}-\d{2}-\d{2}$/)
  .messages({ 'string.pattern.base': '{#label} must be a day: 2023-05-02' });
