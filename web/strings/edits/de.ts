import type { EditsStrings } from './en.ts';

const photos = (count: number): string => (count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`);

export const edits: EditsStrings = {
  edit: 'Datum, Ort, Beschreibung ändern',
  turnLeft: 'Nach links drehen',
  turnRight: 'Nach rechts drehen',
  turned: (count) => `${photos(count)} gedreht`,
  nothingToUndo: 'Nichts rückgängig zu machen: Es wurde seitdem geändert oder ist schon wie vorher.',
  inFile: (value) => `In der Datei: ${value}`,
  nothingInFile: 'keine Angabe',
  back: 'Wie in der Datei',
  backFor: (fact) => `${fact}: wie in der Datei`,
  backDone: 'Jetzt wieder wie in der Datei',
};
