import type { KeepingStrings } from './en.ts';

export const keeping: KeepingStrings = {
  action: 'Qui peut voir cela',
  mark: 'Masqué à certaines personnes',
};
