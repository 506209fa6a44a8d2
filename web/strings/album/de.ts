import type { AlbumStrings } from './en.ts';

function photos(count: number): string {
  return count === 1 ? '1 Foto' : `${count.toLocaleString('de')} Fotos`;
}

/** Deutsch: actions on albums. */
export const album: AlbumStrings = {
  add: 'Zu Album hinzufügen',
  addPhotos: 'Fotos hinzufügen',
  addNone: 'Hinzufügen abbrechen',
  taken: 'Schon im Album',
  remove: 'Aus Album entfernen',
  removed: (count, name) => `${photos(count)} aus „${name}“ entfernt`,
  cover: 'Als Titelbild des Albums verwenden',
  coverSet: (name) => `„${name}“ hat ein neues Titelbild`,
  tripCover: 'Als Titelbild der Reise verwenden',
  tripCoverSet: 'Die Reise hat ein neues Titelbild',
  make: 'Neues Album',
  makeSmart: 'Neues intelligentes Album',
  save: 'Als intelligentes Album speichern',
  edit: 'Album bearbeiten',
  rule: 'Ändern, wonach es sucht',
  arrange: 'Fotos anordnen',
  delete: 'Album löschen',
  empty: 'Dieses Album ist leer.',
  emptySmart: 'Noch passt kein Foto. Passende Fotos erscheinen hier automatisch.',
  smart: 'Intelligentes Album',
  left: 'Nicht unter „Fotos“',
};
