import type { SearchSuggestions } from '../../../core/http/wire.ts';
import { monthName } from '../format.ts';
import { placeInWords } from '../place-names.ts';
import type { Language } from '../languages.ts';

export const offerKinds = ['recent', 'person', 'place', 'thing', 'tag', 'camera', 'time'] as const;
export type OfferKind = (typeof offerKinds)[number];

/** A suggestion of the search box. */
export interface Offer {
  readonly kind: OfferKind;
  /** The suggestion, in the language of the page. */
  readonly text: string;
  /** The whole search text after accepting it. */
  readonly completed: string;
  /** The number of photos; null if it is not known. */
  readonly count: number | null;
  /** URL of a person's face. */
  readonly picture: string | null;
}

interface OfferedFrom {
  readonly typed: string;
  readonly answer: SearchSuggestions | null;
  readonly recent: readonly string[];
  /** Phrases for dates, such as `last week`. */
  readonly dates: readonly string[];
  readonly language: Language;
}

/** The most recent searches beside other suggestions. */
const maxRecent = 4;
/** The most date phrases. */
const maxDates = 3;

/** All suggestions, group by group: recent searches if nothing is typed, and the server's answer. */
export function offersOf({ typed, answer, recent, dates, language }: OfferedFrom): Offer[] {
  const offer = (kind: OfferKind, text: string, rest: Partial<Offer> & { before?: string } = {}): Offer => ({
    kind,
    text,
    completed: `${rest.before ?? ''}${text}`,
    count: rest.count ?? null,
    picture: rest.picture ?? null,
  });
  const recentOffers = typed.trim() === '' ? recent.slice(0, maxRecent).map((search) => offer('recent', search)) : [];
  const dateOffers = datesBeginning(typed, dates).map(({ text, before }) => offer('time', text, { before }));
  if (!answer) return [...recentOffers, ...dateOffers];
  const offerWithCount =
    (kind: OfferKind) =>
    ({ name, before, photo_count: count }: SearchSuggestions['places'][number]): Offer =>
      offer(kind, name, { before, count });
  // The server understands places in the language of the page, too.
  const place = ({ name, before, photo_count: count }: SearchSuggestions['places'][number]): Offer =>
    offer('place', placeInWords(name, language), { before, count });
  return [
    ...recentOffers,
    ...answer.people.map(({ name, before, photo_count: count, cover_url: picture }) =>
      offer('person', name, { before, count, picture }),
    ),
    ...answer.places.map(place),
    ...answer.things.map(({ names, before }) => offer('thing', names[language], { before })),
    ...answer.tags.map(offerWithCount('tag')),
    ...answer.cameras.map(offerWithCount('camera')),
    ...dateOffers,
    ...answer.times.map(({ year, month, before, photo_count: count }) =>
      offer('time', month === null ? String(year) : monthName(year, month, language), { before, count }),
    ),
  ];
}

/** The date phrases that begin with the last words of a text. */
function datesBeginning(typed: string, dates: readonly string[]): { text: string; before: string }[] {
  const isOpen = (typed.split('"').length - 1) % 2 === 1;
  if (isOpen || typed.trim() === '' || /\s$/.test(typed)) return [];
  const matches: { text: string; before: string }[] = [];
  for (const { index } of typed.matchAll(/\S+/g)) {
    const prefix = folded(typed.slice(index));
    if (prefix.length < 2 && index > 0) continue;
    for (const text of dates) {
      const isMatch = folded(text).startsWith(prefix) && folded(text) !== prefix;
      if (isMatch && !matches.some((other) => other.text === text))
        matches.push({ text, before: typed.slice(0, index) });
    }
  }
  return matches.slice(0, maxDates);
}

/** Without case and accents, which people often leave out. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}
