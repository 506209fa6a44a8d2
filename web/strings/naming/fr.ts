import type { naming as english } from './en.ts';

const number = (count: number): string => count.toLocaleString('fr');
const plural = (count: number, single: string, many: string): string =>
  count < 2 ? `${count} ${single}` : `${number(count)} ${many}`;

/** Français. */
export const naming: typeof english = {
  stages: { groups: 'Groupes', likely: 'Probables', rest: 'Autres visages' },
  likeness: { likely: 'Probable', maybe: 'Peut-être' },
  groupOf: (photos) => `Sur ${plural(photos, 'photo', 'photos')}`,
  seePerson: 'Voir toutes les photos',
  ignore: 'Ignorer',
  ignored: 'Ignorés',
  ignoredPeople: (count) => plural(count, 'personne ignorée', 'personnes ignorées'),
  saidIgnored: 'Vous l’avez ignoré',
  bringBack: 'Ne plus ignorer',
  broughtBack: 'Vous pouvez à nouveau lui donner un nom',
  ignoredHint:
    'Des personnes que vous ne connaissez pas. On ne vous demande plus leur nom, et aucune suggestion n’est faite pour elles.',
  noIgnored: 'Aucune personne ignorée',
  noIgnoredBody: 'Si vous ignorez quelqu’un que vous ne connaissez pas, vous le retrouverez ici.',
  ignoredGroups: 'Groupes',
  ignoredFaces: 'Visages isolés',
  nobodyAlike: 'Ne ressemble à aucune personne que vous avez nommée.',
  lookingForLikely: 'Recherche de visages que vous connaissez peut-être…',
  showRest: (count) => (count < 2 ? 'Afficher l’autre visage' : `Afficher les ${number(count)} autres visages`),
  restHint: 'Aucun nom ne correspond à ces visages : surtout des inconnus à l’arrière-plan.',
  everybodyNamed: 'Tout le monde a un nom',
  everybodyNamedBody: 'De nouveaux visages apparaissent ici avec les nouvelles photos.',
  stageDone: 'Il n’y a plus de visage avec un nom probable',
  restDone: 'Il n’y a plus d’autre visage',
  skippedSome: (count) => `Passés : ${number(count)}`,
  showSkipped: 'Afficher les visages passés',
  backToGroups: 'Nommer les groupes',
  notSure: 'Pas sûr',
  pairLikeness: { likely: 'Forte ressemblance', maybe: 'C’est peut-être la même personne' },
  closeComparison: 'Fermer',
  whoElse: 'Qui d’autre ?',
  whoElseTitle: (name) => (name === null ? 'Qui d’autre est la même personne ?' : `Qui d’autre est ${name} ?`),
  whoElseHint: 'Cochez tous ceux qui sont la même personne. Vous pourrez tout annuler d’un coup.',
  nobodyElse: 'Personne d’autre ne lui ressemble',
  nobodyElseBody: 'Tous les visages qui peuvent être cette personne sont déjà ici.',
  tickLikely: 'Cocher toutes les probables',
  samePersonAll: (count) => `Même personne (${number(count)})`,
  joined: (name, photos) => (name === null ? `Fusion effectuée : ${photos}` : `${name} : maintenant ${photos}`),
  looseFaces: 'Visages isolés',
  order: 'Ordre',
  byPhotos: 'Le plus de photos',
  byCandidates: 'Le plus de ressemblances',
  candidates: (count) => plural(count, 'ressemblance', 'ressemblances'),
  noCandidates: 'Aucune ressemblance entre les personnes',
  pastStep: (count, into) => `${number(count)} personnes avec ${into ?? 'une personne sans nom'}`,
};
