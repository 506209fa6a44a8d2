import type { Trip } from '../../../core/http/wire.ts';
import { words } from '../../strings/trips/index.ts';
import { locale, placeName, townName } from '../../strings/language.ts';

/** The most countries in a title; of more, the first ones and the number of others. */
const maxCountries = 3;

/** The name of a trip: one that people gave, or else one made of its places, in the language of the page. */
export function tripName({ name, title }: Pick<Trip, 'name' | 'title'>): string {
  if (name !== null) return name;
  if (title.city !== null) return townName(title.city, title.countries[0]);
  const countries = title.countries.map((country) => placeName(country));
  if (countries.length === 0) return words.somewhere;
  if (countries.length > maxCountries) {
    return words.andMore(countries.slice(0, maxCountries - 1).join(', '), countries.length - maxCountries + 1);
  }
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(countries);
}
