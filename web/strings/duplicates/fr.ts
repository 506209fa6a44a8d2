import type { DuplicateFileStrings } from './en.ts';

export const duplicateFiles: DuplicateFileStrings = {
  stored: (size) => `${size} sont stockés plusieurs fois`,
  list: 'Fichiers à supprimer dans votre stockage',
  hint: 'Photofinch ne supprime rien. Cette liste contient les fichiers que les suggestions ci-dessus archiveraient.',
  copy: 'Copier la liste',
  save: 'Télécharger en CSV',
};
