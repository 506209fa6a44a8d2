import type { PeopleStrings } from './en.ts';

function people(count: number): string {
  return count === 1 ? '1 Person' : `${count.toLocaleString('de')} Personen`;
}

/** Deutsch. */
export const peopleStrings: PeopleStrings = {
  peopleCount: (count: number) => people(count),
  findPeople: 'Namen suchen',
  addName: 'Namen hinzufügen',
  rename: 'Umbenennen',
  nameLabel: 'Name',
  save: 'Speichern',
  named: (name: string) => `Name gespeichert: ${name}`,
  merged: (name: string | null, photos: string) => `Zusammengeführt: ${name === null ? '' : `${name}, `}${photos}`,
  pickPerson: (name: string) => `${name} auswählen`,
  noPeople: 'Noch keine Personen',
  noPeopleBody: 'Personen erscheinen hier, sobald auf deinen Fotos Gesichter gefunden wurden.',
  noSuchName: 'Niemand mit diesem Namen',
  noSuchNameBody: 'Ein Teil des Namens genügt: „an“ findet Anna und Jan.',
  showPassersBy: (count: number) =>
    count === 1
      ? 'Eine weitere Person anzeigen, mit nur einem oder zwei Fotos'
      : `${count.toLocaleString('de')} weitere anzeigen, mit nur einem oder zwei Fotos`,
  compareTitle: 'Dieselbe Person?',
  compareHint: (count: number) =>
    count === 1
      ? 'Zwei Personen sehen sich ähnlich.'
      : `${count.toLocaleString('de')}-mal sehen sich zwei Personen ähnlich.`,
  compare: 'Vergleichen',
  samePerson: 'Dieselbe Person',
  differentPerson: 'Verschiedene Personen',
  pairsLeft: (count: number) => (count === 1 ? 'letztes Paar' : `noch ${count.toLocaleString('de')} Paare`),
  mergePicked: 'Zusammenführen',
  showHiddenPeople: 'Verborgene anzeigen',
  hiddenPerson: 'Verborgen',
  personHidden: (name: string) => `${name} erscheint nicht mehr unter „Personen“, in Vorschlägen und in der Suche`,
  personShown: (name: string) => `${name} ist wieder sichtbar`,
  peopleHidden: (count: number, isOn: boolean) => `${people(count)} ${isOn ? 'verborgen' : 'wieder sichtbar'}`,
  mergeInto: 'Mit jemandem zusammenführen',
  mergeTitle: (count: number) => `${count.toLocaleString('de')} Personen zusammenführen?`,
  mergeHint: 'Alle ihre Fotos kommen zusammen. Du kannst das 30 Tage lang rückgängig machen.',
  mergeKeep: 'Wessen Namen und Bild willst du behalten?',
  mergeIntoTitle: (name: string) => `Wer ist noch ${name}?`,
  mergeBrokenOff: (done: number, total: number, reason: string) =>
    `Nur ${done.toLocaleString('de')} von ${people(total)} zusammengeführt. ${reason}`,
  mergeConfirm: (name: string) => `Mit ${name} zusammenführen`,
  sameNameTitle: (name: string) => `Ist das dieselbe Person wie ${name}?`,
  sameNameHint: 'Es gibt schon jemanden mit diesem Namen. Ist es dieselbe Person, kommen alle Fotos zusammen.',
  sameNameYes: 'Ja, dieselbe Person',
  sameNameNo: 'Nein, anderer Name',
  pastMerges: 'Zuletzt zusammengeführt',
  pastMergesHint: 'Du kannst das 30 Tage lang rückgängig machen, bei jeder Person das Letzte zuerst.',
  noPastMerges: 'In den letzten 30 Tagen wurde niemand zusammengeführt.',
  pastMerge: (name: string | null, into: string | null) =>
    `${name ?? 'Jemand ohne Namen'} mit ${into ?? 'jemandem ohne Namen'} zusammengeführt`,
  undoFirst: (merge: string) => `Mach zuerst rückgängig: ${merge}`,
  backWithoutName: 'Es sind wieder zwei Personen, aber den Namen hat jetzt jemand anderes',
  personPhotos: 'Fotos',
  personFaces: 'Gesichter',
  personPlaces: 'Orte',
  noPhotosOfPerson: 'Noch keine Fotos. Ordne dieser Person Gesichter zu, dann erscheinen ihre Fotos hier.',
};
