import type { Memories } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { locale, placeName } from '../../strings/language.ts';

/** `Lisbon, 3 years ago`: named after what is certain about the photos, or only the years. */
export function memoryName({ title, years_ago }: Pick<Memories['groups'][number], 'title' | 'years_ago'>): string {
  const people = title.people.map(({ name }) => name ?? '');
  const countries = title.countries.map((country) => placeName(country));
  const all = (names: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const what = [title.trip?.name ?? '', title.city ?? '', all(countries.slice(0, 2)), all(people), title.tag ?? ''];
  const when = text.yearsAgo(years_ago);
  const known = what.find((name) => name !== '');
  return known === undefined ? when : `${known}, ${when}`;
}
