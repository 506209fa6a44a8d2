import type { DuplicateFileStrings } from './en.ts';

export const duplicateFiles: DuplicateFileStrings = {
  stored: (size) => `${size} sont stockés plusieurs fois`,
  largest: (count, total) =>
    `Voici les ${count.toLocaleString('fr')} plus grands groupes sur ${total.toLocaleString('fr')}. Les autres suivront quand ces fichiers seront supprimés.`,
  decided: 'Tout est décidé',
  decidedBody:
    'Les copies en trop sont dans les archives. Elles prennent de la place tant que vous ne supprimez pas leurs fichiers dans votre stockage.',
  list: 'Fichiers à supprimer dans votre stockage',
  files: (count, size) => `${count < 2 ? `${count} fichier` : `${count.toLocaleString('fr')} fichiers`}, ${size}.`,
  hint: 'Photofinch ne supprime rien. La liste contient les copies que vous avez archivées et celles que les suggestions ci-dessus archiveraient.',
  copy: 'Copier la liste',
  save: 'Télécharger en CSV',
};
