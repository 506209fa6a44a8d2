import { DomainError } from '../../domain/errors.ts';
import { dayOf, type EpochDay } from '../../domain/epoch-day.ts';
import { storedName } from '../../domain/names.ts';
import type { TripRun } from '../../domain/trips/trip-runs.ts';

/** The maximum length of a manual trip in days: two years. */
const maxDays = 731;

/** @throws DomainError `bad_input` */
export function checkDays({ from, to }: TripRun): void {
  if (from > to) throw badDays('start: a trip begins before it ends.');
  if (to - from >= maxDays) throw badDays(`end: a trip has at most ${maxDays} days.`);
}

/** @throws DomainError `bad_input` */
export function dayOfText(text: string, field: string): EpochDay {
  const day = dayOf(text);
  if (day === undefined) throw badDays(`${field}: there is no day ${text}; write one as 2023-05-02.`);
  return day;
}

export const badDays = (message: string): DomainError =>
  new DomainError('bad_input', message, { problem: 'bad_trip_days' });

/** @throws DomainError `bad_input` */
export const tripName = (text: string): string =>
  storedName(text, { field: 'name', what: 'a trip’s name', which: 'this one', most: 100, problem: 'bad_name' });
