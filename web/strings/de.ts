import type { Strings } from './en.ts';
import { faceStrings } from './faces/de.ts';
import { grid } from './grid/de.ts';
import { downloads } from './downloads/de.ts';
import { folders } from './folders/de.ts';
import { duplicateFiles } from './duplicates/de.ts';
import { album } from './album/de.ts';
import { keeping } from './keeping/de.ts';
import { keys } from './keys/de.ts';
import { ownHidden } from './own-hidden/de.ts';
import { edits } from './edits/de.ts';
import { stacks } from './stacks/de.ts';
import { map } from './map/de.ts';
import { frame } from './frame/de.ts';
import { naming } from './naming/de.ts';
import { notices } from './notices/de.ts';
import { peopleStrings } from './people/de.ts';
import { refusals } from './refusals/de.ts';
import { searchStrings } from './search/de.ts';
import { signInStrings } from './sign-in/de.ts';
import { sentences } from './sentences/de.ts';
import { playing } from './playing/de.ts';
import { viewer } from './viewer/de.ts';
import { viewing } from './viewing/de.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

function videos(count: number): string {
  return count === 1 ? '1 Video' : `${count.toLocaleString('de')} Videos`;
}

/** @param videoCount how many of all are videos */
function countText(all: number, videoCount = 0): string {
  if (videoCount === 0) return photos(all);
  return all === videoCount ? videos(videoCount) : `${photos(all - videoCount)}, ${videos(videoCount)}`;
}

/** Deutsch. */
export const de: Strings = {
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
  serverLost: 'Der Server ist nicht erreichbar. Neuer Versuch …',
  labelled: (label: string, value: string) => `${label}: ${value}`,
  starting: 'Wird geladen …',
  tryAgain: 'Erneut versuchen',
  photosFailed: 'Die Fotos konnten nicht geladen werden',
  emptyTitle: 'Noch keine Fotos',
  timeLeft: (duration: string) => `noch etwa ${duration}`,
  photoCount: (count: string, isOne: boolean) => (isOne ? '1 Foto' : `${count} Fotos`),
  photoLabel: (kind: string, time: string) => `${kind}, ${time}`,
  kinds: { image: 'Foto', video: 'Video', live: 'Live-Foto', raw: 'RAW-Foto' },
  favorite: 'Favorit',
  notFoundTitle: 'Seite nicht gefunden',
  notFound: 'Prüfe den Link. Vielleicht stammt er aus einer neueren Version.',
  toTimeline: 'Zu deinen Fotos',
  noSuch: {
    albums: 'Album nicht gefunden',
    places: 'Ort nicht gefunden',
    tags: 'Schlagwort nicht gefunden',
    people: 'Person nicht gefunden',
  },
  noSuchBody: {
    albums: () => 'Vielleicht wurde es gelöscht, hier oder in deinem Fotospeicher. Oder prüfe den Link.',
    places: (name: string) => `Du hast keine Fotos aus ${name}.`,
    tags: (name: string) => `Kein Foto hat das Schlagwort „${name}“.`,
    people: () => 'Vielleicht wurde sie mit jemandem zusammengeführt. Oder prüfe den Link.',
  },
  close: 'Schließen',
  newer: 'Neueres Foto',
  older: 'Älteres Foto',
  addFavorite: 'Zu den Favoriten',
  removeFavorite: 'Aus den Favoriten entfernen',
  archive: 'Archivieren',
  unarchive: 'Aus dem Archiv holen',
  hide: 'Verbergen',
  unhide: 'Wieder anzeigen',
  info: 'Informationen',
  download: 'Herunterladen',
  taken: 'Aufgenommen',
  place: 'Ort',
  camera: 'Kamera',
  file: 'Datei',
  albums: 'Alben',
  people: 'Personen',
  caption: 'Beschreibung',
  tags: 'Schlagwörter',
  addTag: 'Schlagwort hinzufügen',
  removeTag: (tag: string) => `Schlagwort ${tag} entfernen`,
  unnamedPerson: 'Unbenannt',
  understood: 'Verstanden',
  picked: 'ausgewählt',
  palette: 'Was möchtest du tun?',
  paletteEmpty: 'Keine Treffer',
  undo: 'Rückgängig',
  toOpen: 'Öffnen',
  dismiss: 'Schließen',
  share: 'Teilen',
  clearSelection: 'Auswahl aufheben',
  selected: (count: string) => `${count} ausgewählt`,
  navigation: 'Seiten',
  skipNavigation: 'Zum Inhalt springen',
  more: 'Mehr',
  add: 'Hinzufügen',
  cancel: 'Abbrechen',
  stop: 'Anhalten',
  underWay: (label: string) => `${label} …`,
  tagPhotos: (count: string, isOne: boolean) =>
    isOne ? 'Schlagwort hinzufügen' : `Schlagwort zu ${count} Fotos hinzufügen`,
  done: {
    favorited: (count: number, isOn: boolean) =>
      isOn ? `${photos(count)} zu deinen Favoriten hinzugefügt` : `${photos(count)} aus deinen Favoriten entfernt`,
    archived: (count: number, isOn: boolean) => `${photos(count)} ${isOn ? 'archiviert' : 'aus dem Archiv geholt'}`,
    hidden: (count: number, isOn: boolean) => `${photos(count)} ${isOn ? 'verborgen' : 'wieder sichtbar'}`,
    hidden_by_me: (count: number, isOn: boolean) =>
      `${photos(count)} ${isOn ? 'für dich verborgen' : 'für dich wieder sichtbar'}`,
    tagged: (count: number, tag: string) => `Schlagwort „${tag}“ zu ${photos(count)} hinzugefügt`,
    untagged: (count: number, tag: string) => `Schlagwort „${tag}“ von ${photos(count)} entfernt`,
  },
  albumStays: 'Die Fotos sind wieder entfernt, aber das Album bleibt: Seitdem sind andere dazugekommen.',
  albumBrokenOff: (done: number, total: number, reason: string) =>
    `Das Album hat bisher nur ${done.toLocaleString('de')} von ${photos(total)}. ${reason}`,
  stopped: (done: number, total: number) => `${done.toLocaleString('de')} von ${photos(total)} geändert`,
  brokenOff: (done: number, total: number, reason: string) =>
    `Nur ${done.toLocaleString('de')} von ${photos(total)} geändert. ${reason}`,
  pages: {
    timeline: 'Fotos',
    search: 'Suche',
    explore: 'Entdecken',
    people: 'Personen',
    faces: 'Gesichter benennen',
    albums: 'Alben',
    trips: 'Reisen',
    folders: 'Ordner',
    places: 'Orte',
    map: 'Karte',
    tags: 'Schlagwörter',
    memories: 'An diesem Tag',
    favorites: 'Favoriten',
    archive: 'Archiv',
    hidden: 'Verborgen',
    'hidden-by-me': 'Von dir verborgen',
    duplicates: 'Duplikate',
    settings: 'Einstellungen',
    admin: 'Server',
    help: 'Hilfe',
  },
  photos: countText,
  noAlbums: 'Noch keine Alben',
  noAlbumsBody:
    'Hier erscheinen die Alben deines Fotospeichers. Hat er keine, dann seine Ordner. Du kannst auch eigene anlegen.',
  noTags: 'Noch keine Schlagwörter',
  noTagsBody: 'Öffne ein Foto oder wähle mehrere aus, dann „Schlagwort hinzufügen“.',
  noPlaces: 'Noch keine Orte',
  noPlacesBody: 'Hier erscheinen Fotos mit Ortsangabe, nach Städten.',
  yearsAgo: (years: number) => (years === 0 ? 'dieses Jahr' : years === 1 ? 'vor einem Jahr' : `vor ${years} Jahren`),
  showAll: 'Alle anzeigen',
  showAllOf: (title: string) => `Alle anzeigen: ${title}`,
  recentlyAdded: 'Zuletzt hinzugefügt',
  dateRail: 'Monate',
  noMemories: 'Nichts an diesem Tag',
  pageLost: 'Diese Seite konnte nicht geladen werden',
  pageLostBody: 'Vielleicht wurde der Server aktualisiert, seit du sie geöffnet hast.',
  pageAwayBody: 'Der Server ist gerade nicht erreichbar. Die Seite öffnet sich, sobald er wieder da ist.',
  partLost: 'Dieser Teil der Seite konnte nicht geladen werden',
  reloadPage: 'Seite neu laden',
  noAccess: 'Kein Zugriff',
  forWriters: 'Nur für Bearbeiter.',
  forAdmins: 'Nur für Administratoren.',
};
