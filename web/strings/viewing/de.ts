import type { ViewingStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

/** Deutsch. */
export const viewing: ViewingStrings = {
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  wholePhoto: 'Ganzes Foto zeigen',
  showFaces: 'Gesichter zeigen',
  hideFaces: 'Gesichter ausblenden',
  slideShow: 'Diaschau',
  endSlideShow: 'Diaschau beenden',
  livePhoto: 'Live-Foto: Du siehst das Standbild. Das Video dazu bleibt in deinem Fotospeicher.',
  seenByModel: 'Im Bild erkannt',
  moreLikeThis: 'Ähnliche Fotos',
  copiesOfIt: 'Kopien davon',
  exposure: 'Belichtung',
  unknownFace: 'Unbekanntes Gesicht',
  nameFace: 'Wer ist das?',
  namedWithOthers: (name: string, others: number) =>
    `${name} zugeordnet, dazu ${others === 1 ? 'ein ähnliches Gesicht' : `${others.toLocaleString('de')} ähnliche Gesichter`}`,
  unassigned: (name: string) => `Nicht mehr ${name} zugeordnet`,
  duplicatesSame: 'Dieselbe Datei',
  duplicatesAlike: 'Sehen gleich aus',
  duplicatesHint:
    'Wähle aus jeder Gruppe das Foto, das in der Übersicht bleibt; die anderen kommen ins Archiv. Gelöscht wird nichts, weder hier noch in deinem Fotospeicher.',
  duplicatesWaste: (groups: number, size: string) =>
    `${groups === 1 ? 'Eine Gruppe' : `${groups.toLocaleString('de')} Gruppen`}, ${size} ließen sich in deinem Fotospeicher sparen`,
  noDuplicates: 'Nichts doppelt',
  noDuplicatesSame: 'Keine Datei liegt zweimal in deinem Fotospeicher.',
  noDuplicatesAlike:
    'Es gibt keine Fotos, die gleich aussehen: verkleinerte, neu komprimierte oder bearbeitete Fassungen eines Bildes.',
  keepThis: 'Behalten',
  kept: 'Bleibt',
  goesToArchive: 'Ins Archiv',
  inArchive: 'Im Archiv',
  archiveRest: (count: number) => (count === 1 ? 'Das andere archivieren' : `Die anderen ${count} archivieren`),
  archiveAll: 'Alle wie vorgeschlagen archivieren',
  archiveAllQuestion: (count: number, groups: number) =>
    `${photos(count)} aus ${groups === 1 ? 'einer Gruppe' : `${groups.toLocaleString('de')} Gruppen`} archivieren?`,
  archiveAllBody:
    'Aus jeder Gruppe bleibt das markierte Foto. Die anderen kommen ins Archiv, wo du sie wiederfindest; gelöscht wird nichts.',
  openPhoto: (name: string) => `${name} öffnen`,
  nothingHere: {
    favorites: 'Hier sammeln sich Fotos, die du mit einem Herz versiehst.',
    archive:
      'Archivierte Fotos verlassen die Übersicht und bleiben hier. Personen, Orte und die Suche finden sie weiterhin.',
    hidden: 'Verborgene Fotos erscheinen nur hier, für alle, die bearbeiten dürfen.',
    other: 'Hier sind keine Fotos.',
  },
  showText: 'Text markieren',
  hideText: 'Textrahmen ausblenden',
  textInPhoto: 'Text im Foto',
  copyText: 'Text kopieren',
  copied: 'Kopiert',
  whyFound: 'Warum dieses Foto gefunden wurde',
  reasons: {
    people: (who: string) => `${who} ist auf dem Foto`,
    tags: (tag: string) => `Schlagwort: ${tag}`,
    caption: (caption: string) => `Bildunterschrift: ${caption}`,
    albums: (album: string) => `Album: ${album}`,
    place: (place: string) => `Ort: ${place}`,
    written: (line: string) => `Darauf steht „${line}“`,
    name: (name: string) => `Datei: ${name}`,
    auto_tags: (thing: string) => `Zu sehen: ${thing}`,
    camera: (camera: string) => `Kamera: ${camera}`,
    thing: (thing: string) => `Zu sehen: ${thing}`,
    picture: () => 'Passt vom Aussehen zu deiner Suche',
  },
};
