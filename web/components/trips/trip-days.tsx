import type { JSX } from 'preact';
import type { TripDay } from '../../../core/http/wire.ts';
import { dayName } from '../../state/format.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { townName } from '../../strings/language.ts';
import { words } from '../../strings/trips/index.ts';

/** `Tuesday, May 2` or `May 2`. */
export function dayLabel(day: string, length: 'long' | 'short'): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return dayName(year, month, date, undefined, length);
}

interface TripDaysProps {
  readonly trip: number;
  readonly days: readonly TripDay[];
  /** The day whose photos are shown; null for all. */
  readonly chosen: string | null;
}

/** The days of a trip with their places, each a link to its photos. */
export function TripDays({ trip, days, chosen }: TripDaysProps): JSX.Element | null {
  if (days.length < 2) return null;
  const tripId = String(trip);
  return (
    <nav class="trip-days" aria-label={words.days}>
      <ul>
        <li>
          <a
            href={formatPlace(placeOf('trips', { about: tripId }))}
            aria-current={chosen === null ? 'true' : undefined}
          >
            <span>{words.allDays}</span>
            <small>{text.photos(days.reduce((sum, { count }) => sum + count, 0))}</small>
          </a>
        </li>
        {days.map(({ day, place, count }) => (
          <li key={day}>
            <a
              href={formatPlace(placeOf('trips', { about: tripId, query: { day } }))}
              aria-current={day === chosen ? 'true' : undefined}
            >
              <span>{dayLabel(day, 'short')}</span>
              <small>
                <bdi>{place ? townName(place.city, place.country) : text.photos(count)}</bdi>
              </small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
