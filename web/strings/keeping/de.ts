import type { KeepingStrings } from './en.ts';

export const keeping: KeepingStrings = {
  action: 'Wer es sehen kann',
  mark: 'Nicht für alle sichtbar',
};
