import type { LevelsStrings } from './en.ts';

/** Français. */
export const levels: LevelsStrings = {
  title: 'Ce qui a été lu jusqu’ici',
  hint: 'Lire les originaux de ce stockage prend du temps. Photofinch lit donc d’abord les aperçus, puis les informations des fichiers, et peu à peu les originaux.',
  thumbnails: 'Aperçus',
  heads: 'Informations des fichiers',
  originals: 'Originaux',
  of: (done, total) => `${done} sur ${total}`,
  daysLeft: (budget, days, isOne) =>
    `À ${budget} par jour, il faut encore environ ${isOne ? 'un jour' : `${days} jours`} pour les originaux.`,
  today: (bytes) => `Lu aujourd’hui : ${bytes}.`,
  stopped: 'Les originaux ne sont pas lus, car ORIGINALS_BUDGET vaut 0.',
};
