import type { SharedPhoto } from '../../core/http/wire.ts';
import { placeInWords } from '../state/place-names.ts';
import { language, locale, text } from './text.ts';

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const duration = new Intl.DateTimeFormat(locale, { minute: 'numeric', second: '2-digit', timeZone: 'UTC' });

/** The label of a photo for screen readers; photos have no names. @param index from 0 */
export function labelOf(photo: SharedPhoto, index: number, total: number): string {
  const nth = photo.kind === 'video' ? text.nthVideo : text.nth;
  return [nth(index + 1, total), detailsOf(photo)].filter(Boolean).join(', ');
}

/** Day and place, if the link shows them. */
export function detailsOf({ taken_at_local, place }: SharedPhoto): string {
  const date = taken_at_local === undefined ? '' : day.format(new Date(`${taken_at_local.slice(0, 10)}T00:00:00Z`));
  return [date, place && placeInWords(place, language)].filter(Boolean).join(', ');
}

/** @param at epoch seconds */
export function dayOf(at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at * 1000);
}

export function lengthOf(seconds: number): string {
  return duration.format(Math.round(seconds) * 1000);
}
