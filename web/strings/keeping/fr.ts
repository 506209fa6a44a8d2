import type { KeepingStrings } from './en.ts';

export const keeping: KeepingStrings = {
  action: 'Qui peut le voir',
  mark: 'Masqué à certaines personnes',
};
