import type { PeopleStrings } from './en.ts';

function people(count: number): string {
  return count === 1 ? '1 Person' : `${count.toLocaleString('de')} Personen`;
}

/** Deutsch. */
export const peopleStrings: PeopleStrings = {
  peopleCount: (count: number) => people(count),
  findPeople: 'Namen suchen',
  addName: 'Namen geben',
  rename: 'Umbenennen',
  nameLabel: 'Name',
  save: 'Speichern',
  named: (name: string) => `Name gespeichert: ${name}`,
  merged: (name: string | null, photos: string) => `Zusammengeführt: ${name === null ? '' : `${name}, `}${photos}`,
  pickPerson: (name: string) => `${name} auswählen`,
  noPeople: 'Noch keine Personen',
  noPeopleBody: 'Personen erscheinen hier, sobald in deinen Fotos Gesichter gefunden sind.',
  noSuchName: 'Niemand mit diesem Namen',
  noSuchNameBody: 'Ein Teil des Namens genügt: „an“ findet Anna und Jan.',
  showPassersBy: (count: number) =>
    count === 1
      ? 'Eine weitere Person zeigen, mit nur einem oder zwei Fotos'
      : `${count.toLocaleString('de')} weitere zeigen, mit nur einem oder zwei Fotos`,
  compareTitle: 'Dieselbe Person?',
  compareHint: (count: number) =>
    count === 1 ? 'Zwei Personen sehen sich ähnlich.' : `${count.toLocaleString('de')} Paare sehen sich ähnlich.`,
  compare: 'Vergleichen',
  samePerson: 'Dieselbe Person',
  differentPerson: 'Zwei Personen',
  pairsLeft: (count: number) => (count === 1 ? 'letztes Paar' : `noch ${count.toLocaleString('de')} Paare`),
  mergePicked: 'Zusammenführen',
  showHiddenPeople: 'Verborgene zeigen',
  hiddenPerson: 'Verborgen',
  personHidden: (name: string) => `${name} verborgen: nicht mehr bei Personen, Vorschlägen und in der Suche`,
  personShown: (name: string) => `${name} wieder sichtbar`,
  peopleHidden: (count: number, on: boolean) => `${people(count)} ${on ? 'verborgen' : 'wieder sichtbar'}`,
  mergeInto: 'Mit jemandem zusammenführen',
  mergeTitle: (count: number) => `${count.toLocaleString('de')} Personen zusammenführen?`,
  mergeHint: 'Alle ihre Fotos kommen zusammen. Du kannst das 30 Tage lang rückgängig machen.',
  mergeKeep: 'Wessen Name und Bild willst du behalten?',
  mergeIntoTitle: (name: string) => `Wer ist ${name} noch?`,
  mergeBrokenOff: (done: number, total: number, why: string) =>
    `Nur ${done.toLocaleString('de')} von ${people(total)} zusammengeführt. ${why}`,
  mergeConfirm: (name: string) => `Mit ${name} zusammenführen`,
  sameNameTitle: (name: string) => `Ist das dieselbe Person wie ${name}?`,
  sameNameHint: 'Jemand mit diesem Namen ist schon da. Ist es dieselbe Person, kommen alle Fotos zusammen.',
  sameNameYes: 'Ja, dieselbe Person',
  sameNameNo: 'Nein, anderer Name',
  pastMerges: 'Zuletzt zusammengeführt',
  pastMergesHint: 'Du kannst das 30 Tage lang rückgängig machen, bei jeder Person das Neueste zuerst.',
  noPastMerges: 'In den letzten 30 Tagen wurde niemand zusammengeführt.',
  pastMerge: (name: string | null, into: string | null) =>
    `${name ?? 'Jemand ohne Namen'} gehört jetzt zu ${into ?? 'jemandem ohne Namen'}`,
  undoFirst: (merge: string) => `Mach zuerst rückgängig: ${merge}`,
  backWithoutName: 'Wieder zwei Personen, aber den Namen hat jetzt jemand anderes',
  personPhotos: 'Fotos',
  personFaces: 'Gesichter',
  personPlaces: 'Orte',
  noPhotosOfPerson: 'Noch keine Fotos. Ordne dieser Person Gesichter zu, dann erscheinen ihre Fotos hier.',
};
