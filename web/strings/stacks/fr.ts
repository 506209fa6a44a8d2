import type { StacksStrings } from './en.ts';

const photos = (count: number): string => `${count.toLocaleString('fr')} ${count < 2 ? 'photo' : 'photos'}`;

export const stacks: StacksStrings = {
  of: (count: number) => `pile de ${photos(count)}`,
  strip: 'Photos de cette pile',
  cover: 'couverture',
  make: 'Empiler',
  made: (count: number) => `${photos(count)} ${count < 2 ? 'empilée' : 'empilées'}`,
  dissolve: 'Défaire la pile',
  dissolved: 'Pile défaite',
  chooseCover: 'Choisir comme couverture de la pile',
  coverChosen: 'Couverture de la pile choisie',
  takeOut: 'Sortir de la pile',
  takenOut: 'Photo sortie de la pile',
  next: 'Suivante dans la pile',
  previous: 'Précédente dans la pile',
  selected: (count: string, stackCount: number) =>
    `${count} ${count === '0' || count === '1' ? 'sélectionnée' : 'sélectionnées'}, avec toutes les photos de ${stackCount.toLocaleString('fr')} ${stackCount < 2 ? 'pile' : 'piles'}`,
};
