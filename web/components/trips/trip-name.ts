import type { Trip } from '../../../core/http/wire.ts';
import { words } from '../../strings/trips/index.ts';
import { locale, placeName } from '../../strings/language.ts';

/** Countries that are named; of more, the first ones and how many more. */
const mostNamed = 3;

/** What a trip is called: as people say, else by its places, in the language of the page. */
export function tripName({ name, title }: Pick<Trip, 'name' | 'title'>): string {
  if (name !== null) return name;
  if (title.city !== null) return title.city;
  const countries = title.countries.map((country) => placeName(country));
  if (countries.length === 0) return words.somewhere;
  if (countries.length > mostNamed) {
    return words.andMore(countries.slice(0, mostNamed - 1).join(', '), countries.length - mostNamed + 1);
  }
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(countries);
}
