import type { KeepingStrings } from './en.ts';

export const keeping: KeepingStrings = {
  action: 'Wer das sehen kann',
  mark: 'Nicht für alle sichtbar',
};
