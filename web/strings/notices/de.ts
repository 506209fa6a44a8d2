import type { NoticeStrings } from './en.ts';

/** Deutsch. */
export const notices: NoticeStrings = {
  syncNotice: 'Fotospeicher',
  photosMissing: (missing: string, total: string) =>
    `${missing} von ${total} Fotos sind nicht mehr in deinem Fotospeicher. Sie bleiben hier, bis du entscheidest. Ist der Speicher vollständig?`,
  otherStore: (missing: string) =>
    `Der Server hat einen anderen Fotospeicher gefunden. Deine bisherigen ${missing} Fotos bleiben hier, bis du entscheidest. Ist es der richtige, behalten Fotos, die es auch dort gibt, ihre Schlagwörter und Alben; die anderen verschwinden aus der Bibliothek.`,
  lookAgain: 'Noch einmal prüfen',
  lookNow: 'Nach neuen Fotos suchen',
  lookingNow: 'Neue Fotos werden gesucht',
  takeBackup: 'Jetzt sichern',
  backupTaken: 'Gesichert und geprüft',
  backupUnverified: 'Die Sicherung ist beschädigt. Sieh bei den Prüfungen nach.',
  photosGone: 'Die Fotos sind wirklich weg',
  letPhotosGo: (count: string, isOne: boolean) => (isOne ? '1 Foto entfernen' : `${count} Fotos entfernen`),
  rightStore: 'Das ist der richtige',
  useStore: 'Diesen Speicher nutzen',
  keepPhotos: 'Behalten',
  demoWithoutModels: 'Diese Demo nutzt gespeicherte Ergebnisse. Mit installierten Modellen findet die Suche mehr.',
  withoutModels: 'Es sind keine Modelle installiert: Personen werden nicht erkannt, und die Suche findet nur Text.',
  installModels: 'npx photofinch models pull',
};
