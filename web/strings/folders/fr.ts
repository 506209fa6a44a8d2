import type { FolderStrings } from './en.ts';

export const folders: FolderStrings = {
  trail: 'Chemin',
  below: 'Dossiers à l’intérieur',
  withBelow: 'Avec les dossiers à l’intérieur',
  none: 'Aucun dossier',
  noneBody: 'Votre stockage de photos n’a pas de dossiers.',
  noSuch: 'Dossier introuvable',
  noSuchBody: 'Il a peut-être été renommé ou déplacé dans votre stockage, ou il ne contient aucune photo.',
  readers: 'Montrer les dossiers aux lecteurs',
  readersHint: 'Les lecteurs voient alors où se trouvent les photos dans votre stockage.',
};
