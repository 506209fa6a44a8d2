import type { Strings } from './en.ts';
import { faceStrings } from './faces/fr.ts';
import { grid } from './grid/fr.ts';
import { downloads } from './downloads/fr.ts';
import { folders } from './folders/fr.ts';
import { duplicateFiles } from './duplicates/fr.ts';
import { album } from './album/fr.ts';
import { keeping } from './keeping/fr.ts';
import { keys } from './keys/fr.ts';
import { ownHidden } from './own-hidden/fr.ts';
import { edits } from './edits/fr.ts';
import { stacks } from './stacks/fr.ts';
import { map } from './map/fr.ts';
import { frame } from './frame/fr.ts';
import { naming } from './naming/fr.ts';
import { notices } from './notices/fr.ts';
import { peopleStrings } from './people/fr.ts';
import { refusals } from './refusals/fr.ts';
import { searchStrings } from './search/fr.ts';
import { signInStrings } from './sign-in/fr.ts';
import { sentences } from './sentences/fr.ts';
import { playing } from './playing/fr.ts';
import { viewer } from './viewer/fr.ts';
import { viewing } from './viewing/fr.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

function videos(count: number): string {
  return count < 2 ? `${count} vidéo` : `${count.toLocaleString('fr')} vidéos`;
}

/** @param videoCount how many of all are videos */
function countText(all: number, videoCount = 0): string {
  if (videoCount === 0) return photos(all);
  return all === videoCount ? videos(videoCount) : `${photos(all - videoCount)}, ${videos(videoCount)}`;
}

/** Français. */
export const fr: Strings = {
  album,
  keeping,
  keys,
  ownHidden,
  map,
  downloads,
  folders,
  duplicateFiles,
  app: 'Photofinch',
  refusals,
  sentences,
  frame,
  ...signInStrings,
  ...grid,
  ...notices,
  ...searchStrings,
  ...peopleStrings,
  ...faceStrings,
  ...viewing,
  viewer,
  playing,
  edits,
  stacks,
  ...naming,
  serverLost: 'Le serveur est injoignable. Nouvelle tentative…',
  labelled: (label: string, value: string) => `${label} : ${value}`,
  starting: 'Chargement…',
  tryAgain: 'Réessayer',
  photosFailed: 'Impossible de charger vos photos',
  emptyTitle: 'Pas encore de photos',
  timeLeft: (duration: string) => `encore ${duration} environ`,
  photoCount: (count: string, isOne: boolean) => (isOne || count === '0' ? `${count} photo` : `${count} photos`),
  photoLabel: (kind: string, time: string) => `${kind}, ${time}`,
  kinds: { image: 'Photo', video: 'Vidéo', live: 'Photo live', raw: 'Photo RAW' },
  favorite: 'favori',
  notFoundTitle: 'Page introuvable',
  notFound: 'Vérifiez le lien. Il vient peut-être d’une version plus récente.',
  toTimeline: 'Aller à vos photos',
  noSuch: {
    albums: 'Album introuvable',
    places: 'Lieu introuvable',
    tags: 'Mot-clé introuvable',
    people: 'Personne introuvable',
  },
  noSuchBody: {
    albums: () => 'Il a peut-être été supprimé, ici ou dans votre stockage de photos. Sinon, vérifiez le lien.',
    places: (name: string) => `Vous n’avez aucune photo de ce lieu : ${name}.`,
    tags: (name: string) => `Aucune photo n’a le mot-clé « ${name} ».`,
    people: () => 'Cette personne a peut-être été fusionnée avec une autre. Sinon, vérifiez le lien.',
  },
  close: 'Fermer',
  newer: 'Photo plus récente',
  older: 'Photo plus ancienne',
  addFavorite: 'Ajouter aux favoris',
  removeFavorite: 'Retirer des favoris',
  archive: 'Archiver',
  unarchive: 'Retirer des archives',
  hide: 'Masquer',
  unhide: 'Ne plus masquer',
  info: 'Informations',
  download: 'Télécharger',
  taken: 'Prise le',
  place: 'Lieu',
  camera: 'Appareil photo',
  file: 'Fichier',
  albums: 'Albums',
  people: 'Personnes',
  caption: 'Légende',
  tags: 'Mots-clés',
  addTag: 'Ajouter un mot-clé',
  removeTag: (tag: string) => `Retirer le mot-clé ${tag}`,
  unnamedPerson: 'Sans nom',
  understood: 'Compris',
  picked: 'sélectionnée',
  palette: 'Que voulez-vous faire ?',
  paletteEmpty: 'Aucun résultat',
  undo: 'Annuler',
  toOpen: 'Ouvrir',
  dismiss: 'Fermer',
  share: 'Partager',
  clearSelection: 'Tout désélectionner',
  selected: (count: string) => (count === '0' || count === '1' ? `${count} sélectionnée` : `${count} sélectionnées`),
  navigation: 'Pages',
  skipNavigation: 'Aller au contenu',
  more: 'Plus',
  add: 'Ajouter',
  cancel: 'Annuler',
  stop: 'Arrêter',
  underWay: (label: string) => `${label}…`,
  tagPhotos: (count: string, isOne: boolean) => (isOne ? 'Ajouter un mot-clé' : `Ajouter un mot-clé à ${count} photos`),
  done: {
    favorited: (count: number, isOn: boolean) =>
      `${photos(count)} ${isOn ? (count < 2 ? 'ajoutée aux' : 'ajoutées aux') : count < 2 ? 'retirée des' : 'retirées des'} favoris`,
    archived: (count: number, isOn: boolean) =>
      isOn
        ? `${photos(count)} ${count < 2 ? 'archivée' : 'archivées'}`
        : `${photos(count)} ${count < 2 ? 'retirée' : 'retirées'} des archives`,
    hidden: (count: number, isOn: boolean) =>
      isOn
        ? `${photos(count)} ${count < 2 ? 'masquée' : 'masquées'}`
        : `${photos(count)} de nouveau ${count < 2 ? 'visible' : 'visibles'}`,
    hidden_by_me: (count: number, isOn: boolean) =>
      isOn
        ? `${photos(count)} ${count < 2 ? 'masquée' : 'masquées'} pour vous`
        : `${photos(count)} de nouveau ${count < 2 ? 'visible' : 'visibles'} pour vous`,
    tagged: (count: number, tag: string) => `Mot-clé « ${tag} » ajouté à ${photos(count)}`,
    untagged: (count: number, tag: string) => `Mot-clé « ${tag} » retiré de ${photos(count)}`,
  },
  albumStays: 'Les photos ont été retirées, mais l’album reste : d’autres y ont été ajoutées depuis.',
  albumBrokenOff: (done: number, total: number, reason: string) =>
    `L’album n’a pour l’instant que ${photos(done)} sur ${total.toLocaleString('fr')}. ${reason}`,
  stopped: (done: number, total: number) => `Modification arrêtée : ${done.toLocaleString('fr')} sur ${photos(total)}`,
  brokenOff: (done: number, total: number, reason: string) =>
    `Modification partielle : ${done.toLocaleString('fr')} sur ${photos(total)}. ${reason}`,
  pages: {
    timeline: 'Photos',
    search: 'Recherche',
    explore: 'Explorer',
    people: 'Personnes',
    faces: 'Visages à nommer',
    albums: 'Albums',
    trips: 'Voyages',
    folders: 'Dossiers',
    places: 'Lieux',
    map: 'Carte',
    tags: 'Mots-clés',
    memories: 'Ce jour-là',
    favorites: 'Favoris',
    archive: 'Archives',
    hidden: 'Masquées',
    'hidden-by-me': 'Masqué par vous',
    duplicates: 'Doublons',
    settings: 'Réglages',
    admin: 'Serveur',
    help: 'Aide',
  },
  photos: countText,
  noAlbums: 'Pas encore d’albums',
  noAlbumsBody:
    'Les albums de votre stockage de photos apparaissent ici. S’il n’en a pas, ce sont ses dossiers. Vous pouvez aussi créer les vôtres.',
  noTags: 'Pas encore de mots-clés',
  noTagsBody: 'Ouvrez une photo ou sélectionnez-en plusieurs, puis choisissez « Ajouter un mot-clé ».',
  noPlaces: 'Pas encore de lieux',
  noPlacesBody: 'Les photos avec un lieu apparaissent ici, par ville.',
  yearsAgo: (years: number) => (years === 0 ? 'cette année' : years === 1 ? 'il y a un an' : `il y a ${years} ans`),
  showAll: 'Tout afficher',
  showAllOf: (title: string) => `Tout afficher : ${title}`,
  recentlyAdded: 'Ajoutées récemment',
  dateRail: 'Mois',
  noMemories: 'Rien ce jour-là',
  pageLost: 'Impossible de charger cette page',
  pageLostBody: 'Le serveur a peut-être été mis à jour depuis que vous l’avez ouverte.',
  pageAwayBody: 'Le serveur est injoignable pour le moment. Cette page s’ouvrira dès qu’il répondra.',
  partLost: 'Impossible de charger cette partie de la page',
  reloadPage: 'Recharger la page',
  noAccess: 'Accès refusé',
  forWriters: 'Réservé aux éditeurs.',
  forAdmins: 'Réservé aux administrateurs.',
};
