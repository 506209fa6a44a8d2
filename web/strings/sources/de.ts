import type { SourceStrings } from './en.ts';

/** Deutsch. */
export const sources: SourceStrings = {
  title: 'Fotoquellen',
  photos: (count: string, isOne: boolean) => (isOne ? '1 Foto' : `${count} Fotos`),
  well: 'verbunden',
  unreachable: 'nicht erreichbar',
  loggedOut: 'nicht angemeldet',
  notLoaded: 'nicht geladen',
  leaving: 'wird entfernt',
  unknown: 'Unbekannte Quelle',
  notLoadedHint: (name: string) =>
    `Das Plugin ${name} ist nicht geladen, deshalb lassen sich die Originale seiner Fotos nicht öffnen. Nimm es wieder in PLUGINS auf, oder entferne seine Fotos aus der Bibliothek.`,
  remove: 'Fotos entfernen',
  reallyRemove: (count: string, isOne: boolean) => (isOne ? '1 Foto entfernen' : `${count} Fotos entfernen`),
  keep: 'Behalten',
};
