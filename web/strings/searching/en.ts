const list = new Intl.ListFormat('en', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** The search box and the pages of results, in English. */
export const searching = {
  groups: {
    recent: 'Recent searches',
    person: 'People',
    place: 'Places',
    thing: 'Things',
    tag: 'Tags',
    camera: 'Cameras',
    time: 'When',
  },
  /** A suggestion, for screen readers. */
  kinds: {
    recent: 'Recent search',
    person: 'Person',
    place: 'Place',
    thing: 'Thing',
    tag: 'Tag',
    camera: 'Camera',
    time: 'Date',
  },
  photos,
  nothingKnown: 'Type what a photo shows, a name, a place or a date.',
  /** Suggested dates, which the search understands. */
  dates: [
    ...['today', 'yesterday', 'last week', 'this week', 'last month', 'this month', 'last year', 'this year'],
    ...['last weekend', 'weekend', 'last summer', 'last winter', 'in spring', 'in summer', 'in autumn', 'in winter'],
  ],
  addFilter: 'Add filter',
  filters: 'Filters',
  asWords: 'Search as plain text',
  close: 'Close',
  show: 'Show',
  kind: 'Kind',
  kindNames: { image: 'Photos', video: 'Videos', live: 'Live photos', raw: 'RAW' },
  /** Words that are added to the search text. */
  kindWords: { image: 'photos', video: 'videos', live: 'live photos', raw: 'raw photos' },
  favorites: 'Favourites',
  favoritesWord: 'favourites',
  when: 'When',
  quickDates: ['yesterday', 'last week', 'last month', 'last year'],
  from: 'From',
  to: 'To',
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  season: 'Season',
  /** By the words that are added to the search text. */
  seasons: {
    'in spring': 'Spring',
    'in summer': 'Summer',
    'in autumn': 'Autumn',
    'in winter': 'Winter',
  } as Readonly<Record<string, string>>,
  weekday: 'Weekday',
  weekend: 'weekend',
  weekendName: 'Weekend',
  whoWhere: 'Person, place or camera',
  whoWhereHint: 'Type a name',
  /** The time in a message without results: `No photos of Kim in 2020`. */
  whenNone: {
    day: ([day]: readonly string[]) => `on ${day}`,
    month: ([month]: readonly string[]) => `in ${month}`,
    year: ([year]: readonly string[]) => `in ${year}`,
    range: ([, , range]: readonly string[]) => `from ${range}`,
    since: ([day]: readonly string[]) => `since ${day}`,
    until: ([day]: readonly string[]) => `until ${day}`,
    months: (names: readonly string[]) => `in ${disjunction.format(names)}`,
    weekdays: (names: readonly string[]) => `on a ${disjunction.format(names)}`,
    days: (names: readonly string[]) => `on ${disjunction.format(names)}`,
  },
  none: (of: {
    kind: 'image' | 'video' | 'live' | 'raw' | null;
    favorites: boolean;
    people: readonly string[];
    places: readonly string[];
    cameras: readonly string[];
    when: readonly string[];
    text: string;
  }) =>
    [
      { image: 'No photos', video: 'No videos', live: 'No live photos', raw: 'No RAW photos' }[of.kind ?? 'image'],
      of.text && `matching “${of.text}”`,
      of.people.length > 0 && `of ${list.format(of.people)}`,
      of.places.length > 0 && `in ${disjunction.format(of.places)}`,
      of.cameras.length > 0 && `taken with ${disjunction.format(of.cameras)}`,
      ...of.when,
      of.favorites && 'among your favourites',
    ]
      .filter(Boolean)
      .join(' '),
  waysOn: 'Try instead',
  without: (filter: string, count: number) => `Without “${filter}”: ${photos(count)}`,
  withoutText: (text: string, count: number) => `Without “${text}”: ${photos(count)}`,
  only: (filter: string, count: number) => `Only “${filter}”: ${photos(count)}`,
  allOf: (person: string, count: number) => `All photos of ${person} (${count.toLocaleString('en')})`,
  words: (count: number) => `Search as plain text: ${photos(count)}`,
  thisIs: (name: string, count: number) => `This is ${name}: ${photos(count)}`,
  nobodyNamed: 'This person has no name yet',
  nameThem: 'Name this person',
  nameFaces: 'Name faces',
};

/** The same strings in each language. */
export type SearchingStrings = typeof searching;
