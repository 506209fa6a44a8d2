import type { DuplicateFileStrings } from './en.ts';

export const duplicateFiles: DuplicateFileStrings = {
  stored: (size) => `${size} sind mehrfach gespeichert`,
  list: 'Dateien, die du im Fotospeicher löschen kannst',
  hint: 'Photofinch löscht nichts. Die Liste enthält die Dateien, die nach den Vorschlägen oben ins Archiv kämen.',
  copy: 'Liste kopieren',
  save: 'Als CSV herunterladen',
};
