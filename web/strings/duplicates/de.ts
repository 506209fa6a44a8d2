import type { DuplicateFileStrings } from './en.ts';

export const duplicateFiles: DuplicateFileStrings = {
  stored: (size) => `${size} sind mehrfach gespeichert`,
  largest: (count, total) =>
    `Das sind die ${count.toLocaleString('de')} größten von ${total.toLocaleString('de')} Gruppen. Die übrigen folgen, wenn diese Dateien gelöscht sind.`,
  decided: 'Alles entschieden',
  decidedBody:
    'Die überzähligen Kopien sind im Archiv. Sie belegen Platz, bis du ihre Dateien in deinem Fotospeicher löschst.',
  list: 'Dateien, die du im Fotospeicher löschen kannst',
  files: (count, size) => `${count === 1 ? '1 Datei' : `${count.toLocaleString('de')} Dateien`}, ${size}.`,
  hint: 'Photofinch löscht nichts. Die Liste enthält die Kopien, die du archiviert hast, und die, die nach den Vorschlägen oben ins Archiv kämen.',
  copy: 'Liste kopieren',
  save: 'Als CSV herunterladen',
};
