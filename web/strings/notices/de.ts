import type { NoticeStrings } from './en.ts';

/** Deutsch. */
export const notices: NoticeStrings = {
  syncNotice: 'Der Fotospeicher',
  photosMissing: (missing: string, total: string) =>
    `${missing} von ${total} Fotos sind nicht mehr in deinem Fotospeicher. Sie bleiben hier, bis du etwas anderes sagst. Ist der Speicher vollständig?`,
  otherStore: (missing: string) =>
    `Der Server findet einen anderen Fotospeicher als bisher. Die ${missing} bisherigen Fotos bleiben hier, bis du etwas anderes sagst. Ist es der richtige?`,
  lookAgain: 'Noch einmal nachsehen',
  lookNow: 'Jetzt im Fotospeicher nachsehen',
  lookingNow: 'Der Server sieht im Fotospeicher nach',
  takeBackup: 'Jetzt eine Sicherung anlegen',
  backupTaken: 'Die Sicherung ist angelegt und geprüft',
  backupUnverified: 'Die Sicherung ist angelegt, aber beschädigt: Sieh bei den Prüfungen nach',
  photosGone: 'Die Fotos sind wirklich weg',
  letPhotosGo: (count: string, one: boolean) => (one ? '1 Foto entfernen' : `${count} Fotos entfernen`),
  keepPhotos: 'Behalten',
  demoWithoutModels:
    'Die Personen dieser Demo stammen aus einer gespeicherten Analyse. Bis Modelle installiert sind, kennt die Suche nur Wörter.',
  withoutModels: 'Es sind keine Modelle installiert: Personen werden nicht erkannt, und die Suche kennt nur Wörter.',
  installModels: 'npx photofinch models pull',
};
