import type { SearchingStrings } from './en.ts';

const list = new Intl.ListFormat('fr', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('fr', { type: 'disjunction' });

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

/** `de` loses its vowel before another vowel. */
const of = (name: string): string => (/^[aeiouyhàâéèêëîïôœùûü]/i.test(name) ? `d’${name}` : `de ${name}`);

/** Français: the search box and the pages of results. */
export const searching: SearchingStrings = {
  groups: {
    recent: 'Recherches récentes',
    person: 'Personnes',
    place: 'Lieux',
    thing: 'Choses',
    tag: 'Mots-clés',
    camera: 'Appareils',
    time: 'Quand',
  },
  kinds: {
    recent: 'Recherche récente',
    person: 'Personne',
    place: 'Lieu',
    thing: 'Chose',
    tag: 'Mot-clé',
    camera: 'Appareil photo',
    time: 'Date',
  },
  photos,
  nothingKnown: 'Saisissez ce que montre une photo, un nom, un lieu ou une date.',
  dates: [
    ...['aujourd’hui', 'hier', 'avant-hier', 'la semaine dernière', 'cette semaine', 'le mois dernier', 'ce mois'],
    ...['l’année dernière', 'cette année', 'le week-end dernier', 'le week-end', 'l’été dernier', 'l’hiver dernier'],
    ...['au printemps', 'en été', 'en automne', 'en hiver'],
  ],
  addFilter: 'Ajouter un filtre',
  filters: 'Filtres',
  asWords: 'Rechercher comme texte',
  close: 'Fermer',
  show: 'Afficher',
  kind: 'Type',
  kindNames: { image: 'Photos', video: 'Vidéos', live: 'Photos live', raw: 'RAW' },
  kindWords: { image: 'photos', video: 'vidéos', live: 'photos live', raw: 'photos raw' },
  favorites: 'Favoris',
  favoritesWord: 'favoris',
  when: 'Quand',
  quickDates: ['hier', 'la semaine dernière', 'le mois dernier', 'l’année dernière'],
  from: 'Du',
  to: 'Au',
  since: (day) => `depuis ${day}`,
  until: (day) => `jusqu’au ${day}`,
  season: 'Saison',
  seasons: { 'au printemps': 'Printemps', 'en été': 'Été', 'en automne': 'Automne', 'en hiver': 'Hiver' },
  weekday: 'Jour de la semaine',
  weekend: 'week-end',
  weekendName: 'Week-end',
  whoWhere: 'Personne, lieu ou appareil',
  whoWhereHint: 'Saisissez un nom',
  whenNone: {
    day: ([day]) => `du ${day}`,
    month: ([month]) => `en ${month}`,
    year: ([year]) => `en ${year}`,
    range: ([from, to]) => `du ${from} au ${to}`,
    since: ([day]) => `depuis le ${day}`,
    until: ([day]) => `jusqu’au ${day}`,
    months: (names) => `en ${disjunction.format(names)}`,
    weekdays: (names) => `un ${disjunction.format(names)}`,
    days: (names) => `du ${disjunction.format(names)}`,
  },
  none: ({ kind, favorites, people, places, cameras, when, text }) =>
    [
      { image: 'Aucune photo', video: 'Aucune vidéo', live: 'Aucune photo live', raw: 'Aucune photo RAW' }[
        kind ?? 'image'
      ],
      text && `avec « ${text} »`,
      people.length > 0 && of(list.format(people)),
      places.length > 0 && `(lieu : ${disjunction.format(places)})`,
      cameras.length > 0 && `prise avec ${disjunction.format(cameras)}`,
      ...when,
      favorites && 'parmi vos favoris',
    ]
      .filter(Boolean)
      .join(' '),
  waysOn: 'Essayez plutôt',
  without: (filter, count) => `Sans « ${filter} » : ${photos(count)}`,
  withoutText: (text, count) => `Sans « ${text} » : ${photos(count)}`,
  only: (filter, count) => `Seulement « ${filter} » : ${photos(count)}`,
  allOf: (person, count) => `Toutes les photos ${of(person)} (${count.toLocaleString('fr')})`,
  words: (count) => `Rechercher comme texte : ${photos(count)}`,
  thisIs: (name, count) => `C’est ${name} : ${photos(count)}`,
  nobodyNamed: 'Cette personne n’a pas encore de nom',
  nameThem: 'Nommer cette personne',
  nameFaces: 'Nommer des visages',
};
