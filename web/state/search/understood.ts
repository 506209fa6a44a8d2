import type { SearchQuery } from '../../../core/http/wire.ts';
import { monthName } from '../format.ts';
import { languages } from '../languages.ts';

export interface UnderstoodFilter {
  readonly label: string;
  /** The search text in which it is a word like any other: in quotes, names stay text. */
  readonly without: string;
}

/**
 * What of a search text the server took for filters: people, places, times, kinds. One that is taken out is put in
 * quotes, as somebody would who means the word.
 */
export function understood(query: SearchQuery, asked: string): UnderstoodFilter[] {
  const names = [
    ...new Set([...query.person.map(({ name }) => name), ...query.place.map((place) => nameIn(asked, place))]),
  ];
  const filters = names.map((name) => ({ label: name, without: quoted(asked, name) }));
  const years = yearsOf(query).map((year) => ({ label: year, without: quoted(asked, year) }));
  const months = query.month.map((month) => {
    const label = monthIn(asked, month);
    return { label, without: quoted(asked, label) };
  });
  return [...filters, ...years, ...months].filter(({ without }) => without !== asked);
}

function yearsOf({ from, to }: SearchQuery): string[] {
  if (from === null || to === null) return [];
  const [first, last] = [from, to].map((time) => new Date(time * 1000).getUTCFullYear()) as [number, number];
  return Array.from({ length: Math.min(50, last - first + 1) }, (_, i) => String(first + i));
}

/** A month as it was typed, in whichever language. */
function monthIn(asked: string, month: number): string {
  const names = languages.map((language) => monthName(2000, month, language).replace(/\s*2000/, ''));
  return names.find((name) => asked.toLowerCase().includes(name.toLowerCase())) ?? names[0] ?? '';
}

/** A place is named by its city mostly: `Lisbon, Portugal` stands for "Lisbon" in the text. */
function nameIn(asked: string, place: string): string {
  const [city = place] = place.split(',');
  return asked.toLowerCase().includes(place.toLowerCase()) ? place : city;
}

function quoted(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0 || text[at - 1] === '"') return text;
  return `${text.slice(0, at)}"${text.slice(at, at + name.length)}"${text.slice(at + name.length)}`;
}
