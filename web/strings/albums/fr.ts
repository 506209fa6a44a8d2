import type { AlbumsStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

/** Français: the dialogs about albums. */
export const albums: AlbumsStrings = {
  addTitle: (count) => `Ajouter ${photos(count)} à un album`,
  find: 'Chercher ou nommer un album',
  none: 'Saisissez un nom pour un nouvel album',
  makeNamed: (name) => `Nouvel album « ${name} »`,
  added: (count, name) =>
    count === 0
      ? `Toutes sont déjà dans « ${name} »`
      : `${photos(count)} ${count < 2 ? 'ajoutée' : 'ajoutées'} à « ${name} »`,
  addPhotosTo: (name) => `Ajouter des photos à « ${name} »`,
  made: (name) => `« ${name} » créé`,
  deleted: (name) => `« ${name} » supprimé`,
  newTitle: 'Nouvel album',
  newOf: (count) => `Nouvel album de ${photos(count)}`,
  name: 'Nom',
  notes: 'Notes',
  create: 'Créer',
  save: 'Enregistrer',
  order: 'Ordre',
  byDate: 'Les plus récentes d’abord',
  byHand: 'Ordre manuel',
  offTimeline: 'Ne pas montrer ces photos sous « Photos »',
  offTimelineHint: 'Elles restent dans l’album, la recherche, les personnes, les lieux et les favoris.',
  ofStore: 'Cet album vient de votre stockage de photos. Renommez-le et remplissez-le là-bas.',
  newestCover: 'Prendre la photo la plus récente comme couverture',
  deleteTitle: (name) => `Supprimer l’album « ${name} » ?`,
  deleteBody: 'Les photos restent dans votre photothèque. Cette action est définitive.',
  deleteYes: 'Supprimer l’album',
  ruleTitle: 'Album intelligent',
  ruleHint: 'Il montre toutes les photos qui remplissent toutes ces conditions, même celles à venir.',
  people: 'Photos de',
  addPerson: 'Ajouter une personne',
  allPeople: 'Toutes ensemble',
  anyPerson: 'Au moins une',
  places: 'Prises à',
  addPlace: 'Ville, pays ou lieu',
  things: 'Où l’on voit',
  addThing: 'Chien, plage, gâteau…',
  when: 'Prises',
  from: 'Du',
  to: 'Au',
  months: 'Pendant les mois',
  kinds: 'Type',
  kindNames: { image: 'Photos', video: 'Vidéos', live: 'Photos live', raw: 'RAW' },
  tags: 'Avec les mots-clés',
  addTag: 'Un mot-clé',
  cameras: 'Prises avec',
  addCamera: 'Un appareil',
  favorites: 'Seulement les favoris (chacun voit les siens)',
  partOfMap: 'Une partie de la carte',
  inAlbum: 'Photos d’un autre album',
  years: (years) => `Prises en ${years}`,
  also: 'Et',
  remove: (name) => `Retirer ${name}`,
  more: 'Plus de conditions',
  drop: 'Déposez sur un album',
  dropNew: 'Nouvel album',
  carried: photos,
  arrangeTitle: (name) => `Ranger « ${name} »`,
  arrangeHint: 'Faites glisser les photos à leur place. Au clavier : Alt et une flèche déplacent une photo.',
  position: (at, of, photo) => `${photo}, ${at} sur ${of}`,
  moved: (at, of) => `Déplacée à la place ${at} sur ${of}`,
  done: 'Terminé',
  refusals: {
    bad_rule:
      'Un album ne peut pas chercher ainsi. Donnez au moins une condition, et le premier jour avant le dernier.',
    kept_album:
      'Cet album est masqué à quelqu’un qui, sans lui, verrait ses photos. Demandez à un administrateur de le supprimer.',
    kept_from_readers:
      'Cet album est masqué à tous ceux qui peuvent seulement regarder et qui, sans lui, verraient ses photos. Montrez-le-leur d’abord, ou demandez à un administrateur de le supprimer.',
    chosen_album: 'Les photos de cet album sont choisies à la main. Créez plutôt un nouvel album intelligent.',
  },
};
