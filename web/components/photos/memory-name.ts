import type { Memories } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { locale, placeName, townName } from '../../strings/language.ts';

type Group = Memories['groups'][number];

/** What is certain about the photos of a memory, such as their city; undefined if nothing is. */
export function memorySubject({ title }: Pick<Group, 'title'>): string | undefined {
  const people = title.people.map(({ name }) => name ?? '');
  const countries = title.countries.map((country) => placeName(country));
  const all = (names: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const city = title.city === null ? '' : townName(title.city, title.countries[0]);
  const subjects = [title.trip?.name ?? '', city, all(countries.slice(0, 2)), all(people), title.tag ?? ''];
  return subjects.find((name) => name !== '');
}

/** `Lisbon, 3 years ago`: the subject with the years, or only the years. */
export function memoryName(group: Pick<Group, 'title' | 'years_ago'>): string {
  // No line breaks within the years.
  const when = text.yearsAgo(group.years_ago).replaceAll(' ', '\u00a0');
  const subject = memorySubject(group);
  return subject === undefined ? when.charAt(0).toLocaleUpperCase(locale) + when.slice(1) : `${subject}, ${when}`;
}
