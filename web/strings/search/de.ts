import type { SearchStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

/** Deutsch. */
export const searchStrings: SearchStrings = {
  search: 'Suchen',
  searchHint: 'Personen, Orte, Dinge, Monate …',
  found: (count: number) => (count === 0 ? 'Keine Treffer' : `${photos(count)} gefunden`),
  wordsAlone: 'nur im Text: Es sind keine Modelle installiert',
  removeFilter: (name: string) => `Filter ${name} entfernen`,
  nothingFound: 'Keine Treffer',
  nothingFoundBody:
    'Versuch es mit anderen Wörtern, einem Namen, einem Ort oder einem Monat. Wörter in Anführungszeichen werden genau so gesucht.',
  searchByFace: 'Nach einem Gesicht suchen',
  searchByFaceHint:
    'Zieh ein Bild der Person hierher, füge es ein oder wähle eines aus. Der Server sieht es sich einmal an und speichert es nicht.',
  choosePicture: 'Bild auswählen',
  chooseOtherPicture: 'Anderes Bild auswählen',
  chooseFace: 'Auf dem Bild sind mehrere Personen. Wen meinst du?',
  searchFace: (number: number) => `Nach Gesicht ${number} suchen`,
  searchedPicture: 'Dein Bild',
  noPreview: 'Dein Browser kann dieses Bild nicht anzeigen, aber der Server kann es lesen.',
  lookingForFace: 'Das Gesicht wird gesucht …',
  nobodyFound: 'Keine ähnlichen Gesichter',
  nobodyFoundBody: 'Versuch es mit einem Bild, auf dem das Gesicht größer oder von vorn zu sehen ist.',
  completions: 'Vorschläge',
  forgetSearch: 'Diese Suche vergessen',
  bestFirst: 'Beste Treffer zuerst',
  byDate: 'Nach Datum',
};
