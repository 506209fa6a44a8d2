import type { SearchingStrings } from './en.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('de', { type: 'disjunction' });

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

/** Deutsch: the search box and the pages of results. */
export const searching: SearchingStrings = {
  groups: {
    recent: 'Letzte Suchen',
    person: 'Personen',
    place: 'Orte',
    thing: 'Dinge',
    tag: 'Schlagwörter',
    camera: 'Kameras',
    time: 'Wann',
  },
  kinds: {
    recent: 'Letzte Suche',
    person: 'Person',
    place: 'Ort',
    thing: 'Ding',
    tag: 'Schlagwort',
    camera: 'Kamera',
    time: 'Datum',
  },
  photos,
  nothingKnown: 'Gib ein, was auf einem Foto zu sehen ist, einen Namen, einen Ort oder ein Datum.',
  dates: [
    ...[
      'heute',
      'gestern',
      'vorgestern',
      'letzte Woche',
      'diese Woche',
      'letzten Monat',
      'dieses Jahr',
      'letztes Jahr',
    ],
    ...['letztes Wochenende', 'am Wochenende', 'letzten Sommer', 'letzten Winter'],
    ...['im Frühling', 'im Sommer', 'im Herbst', 'im Winter'],
  ],
  addFilter: 'Filter hinzufügen',
  filters: 'Filter',
  asWords: 'Als Text suchen',
  close: 'Schließen',
  show: 'Anzeigen',
  kind: 'Art',
  kindNames: { image: 'Fotos', video: 'Videos', live: 'Live-Fotos', raw: 'RAW' },
  kindWords: { image: 'Fotos', video: 'Videos', live: 'Live-Fotos', raw: 'RAW-Fotos' },
  favorites: 'Favoriten',
  favoritesWord: 'Favoriten',
  when: 'Wann',
  quickDates: ['gestern', 'letzte Woche', 'letzten Monat', 'letztes Jahr'],
  from: 'Von',
  to: 'Bis',
  since: (day) => `seit ${day}`,
  until: (day) => `bis ${day}`,
  season: 'Jahreszeit',
  seasons: { 'im Frühling': 'Frühling', 'im Sommer': 'Sommer', 'im Herbst': 'Herbst', 'im Winter': 'Winter' },
  weekday: 'Wochentag',
  weekend: 'Wochenende',
  weekendName: 'Wochenende',
  whoWhere: 'Person, Ort oder Kamera',
  whoWhereHint: 'Namen eingeben',
  whenNone: {
    day: ([day]) => `vom ${day}`,
    month: ([month]) => `aus dem ${month}`,
    year: ([year]) => `aus ${year}`,
    range: ([, , range]) => `vom ${range}`,
    since: ([day]) => `seit dem ${day}`,
    until: ([day]) => `bis zum ${day}`,
    months: (names) => `aus dem ${disjunction.format(names)}`,
    weekdays: (names) => `von einem ${disjunction.format(names)}`,
    days: (names) => `vom ${disjunction.format(names)}`,
  },
  none: (of) =>
    [
      { image: 'Keine Fotos', video: 'Keine Videos', live: 'Keine Live-Fotos', raw: 'Keine RAW-Fotos' }[
        of.kind ?? 'image'
      ],
      of.text && `zu „${of.text}“`,
      of.people.length > 0 && `von ${list.format(of.people)}`,
      of.places.length > 0 && `(Ort: ${disjunction.format(of.places)})`,
      of.cameras.length > 0 && `mit der Kamera ${disjunction.format(of.cameras)}`,
      ...of.when,
      of.favorites && 'unter deinen Favoriten',
    ]
      .filter(Boolean)
      .join(' '),
  waysOn: 'Versuch es stattdessen so',
  without: (filter, count) => `Ohne „${filter}“: ${photos(count)}`,
  withoutText: (text, count) => `Ohne „${text}“: ${photos(count)}`,
  only: (filter, count) => `Nur „${filter}“: ${photos(count)}`,
  allOf: (person, count) => `Alle Fotos von ${person} (${count.toLocaleString('de')})`,
  words: (count) => `Als Text suchen: ${photos(count)}`,
  thisIs: (name, count) => `Das ist ${name}: ${photos(count)}`,
  nobodyNamed: 'Diese Person hat noch keinen Namen',
  nameThem: 'Person benennen',
  nameFaces: 'Gesichter benennen',
};
