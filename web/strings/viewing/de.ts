import type { ViewingStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

function groups(count: number): string {
  return count === 1 ? '1 Gruppe' : `${count.toLocaleString('de')} Gruppen`;
}

/** Deutsch. */
export const viewing: ViewingStrings = {
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  wholePhoto: 'Ganzes Foto anzeigen',
  showFaces: 'Gesichter anzeigen',
  hideFaces: 'Gesichter ausblenden',
  slideShow: 'Diashow',
  endSlideShow: 'Diashow beenden',
  livePhoto: 'Live-Foto: Nur das Standbild kann gezeigt werden.',
  originalFailed: 'Das Original konnte nicht geladen werden. Du siehst das Vorschaubild.',
  seenByModel: 'Auf diesem Foto',
  moreLikeThis: 'Ähnliche Fotos',
  copiesOfIt: 'Kopien',
  exposure: 'Belichtung',
  unknownFace: 'Unbekanntes Gesicht',
  nameFace: 'Wer ist das?',
  namedInStore: 'In deinem Fotospeicher benannt',
  itIs: (name: string) => `Das ist ${name}`,
  namedWithOthers: (name: string, others: number) =>
    `Name gespeichert: ${name}, auch für ${others === 1 ? '1 ähnliches Gesicht' : `${others.toLocaleString('de')} ähnliche Gesichter`}`,
  unassigned: (name: string) => `Gehört nicht mehr zu ${name}`,
  duplicatesSame: 'Identisch',
  duplicatesAlike: 'Ähnlich',
  duplicatesHint:
    'Wähle in jeder Gruppe das Foto, das du behalten willst. Die anderen kommen ins Archiv. Gelöscht wird nichts, weder hier noch in deinem Fotospeicher.',
  duplicatesWaste: (count: number, size: string) => `${groups(count)}, ${size} kannst du im Fotospeicher freigeben`,
  noDuplicates: 'Keine Duplikate',
  noDuplicatesSame: 'Keine Datei liegt zweimal in deinem Fotospeicher.',
  noDuplicatesAlike: 'Keine Fotos sehen wie verkleinerte, neu komprimierte oder bearbeitete Kopien voneinander aus.',
  keepThis: 'Behalten',
  kept: 'Bleibt',
  goesToArchive: 'Ins Archiv',
  inArchive: 'Im Archiv',
  archiveRest: (count: number) => (count === 1 ? 'Das andere archivieren' : `Die anderen ${count} archivieren`),
  archiveAll: 'Alle wie vorgeschlagen archivieren',
  archiveAllQuestion: (count: number, groupCount: number) =>
    `${photos(count)} aus ${groupCount === 1 ? 'einer Gruppe' : groups(groupCount)} archivieren?`,
  archiveAllBody: 'Das markierte Foto jeder Gruppe bleibt. Die anderen findest du im Archiv. Gelöscht wird nichts.',
  openPhoto: (name: string) => `${name} öffnen`,
  nothingHere: {
    favorites: 'Tippe bei einem Foto auf das Herz, dann erscheint es hier.',
    archive:
      'Archivierte Fotos stehen nicht mehr unter „Fotos“, nur noch hier. Bei Personen, Orten und in der Suche findest du sie weiterhin.',
    hidden: 'Verborgene Fotos siehst du nur hier; Betrachter sehen sie nie.',
    other: 'Hier sind keine Fotos.',
  },
  showText: 'Text markieren',
  hideText: 'Textrahmen ausblenden',
  textInPhoto: 'Text auf diesem Foto',
  copyText: 'Text kopieren',
  frameRate: (rate: string) => `${rate} Bilder/s`,
  copied: 'Kopiert',
  whyFound: 'Warum dieses Foto gefunden wurde',
  reasons: {
    people: (name: string) => `${name} ist auf dem Foto`,
    tags: (tag: string) => `Schlagwort: ${tag}`,
    caption: (caption: string) => `Beschreibung: ${caption}`,
    albums: (album: string) => `Album: ${album}`,
    place: (place: string) => `Ort: ${place}`,
    written: (line: string) => `Darauf steht „${line}“`,
    name: (name: string) => `Datei: ${name}`,
    auto_tags: (thing: string) => `Zu sehen: ${thing}`,
    camera: (camera: string) => `Kamera: ${camera}`,
    thing: (thing: string) => `Zu sehen: ${thing}`,
    picture: () => 'Sieht aus wie das, was du suchst',
  },
};
