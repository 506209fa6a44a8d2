import type { EditsStrings } from './en.ts';

const photos = (count: number): string => (count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`);

export const edits: EditsStrings = {
  edit: 'Modifier la date, le lieu, la légende',
  turnLeft: 'Pivoter à gauche',
  turnRight: 'Pivoter à droite',
  turned: (count) => `Rotation : ${photos(count)}`,
  nothingToUndo: 'Rien à annuler : il y a eu d’autres modifications depuis, ou tout est déjà comme avant.',
  inFile: (value) => `Dans le fichier : ${value}`,
  nothingInFile: 'rien',
  back: 'Comme dans le fichier',
  backFor: (fact) => `${fact} : comme dans le fichier`,
  backDone: 'Affiché de nouveau comme dans le fichier',
};
