import type { CopiesStrings } from './en.ts';

/** Français. */
export const copies: CopiesStrings = {
  title: 'Copies ailleurs',
  hint: 'Un plugin copie chaque sauvegarde à un autre endroit.',
  notReady: 'Pas encore configuré.',
  none: 'Rien n’est encore copié.',
  last: (time) => `Dernière copie : ${time}.`,
  copying: (size, time) => `Copie de ${size} en cours depuis le ${time}.`,
  failing: (attempts, time) => (attempts < 2 ? `Échec le ${time}.` : `${attempts} échecs depuis le ${time}.`),
  next: (time) => `Prochain essai : ${time}.`,
};
