import type { TripStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

/** Français. */
export const trips: TripStrings = {
  none: 'Pas encore de voyages',
  noneBody: 'Les photos avec un lieu, prises loin de chez vous, forment ici des voyages.',
  somewhere: 'Voyage',
  andMore: (countries: string, more: number) => `${countries} et ${more} de plus`,
  days: 'Jours',
  allDays: 'Tous les jours',
  map: 'Où c’était',
  play: 'Lancer le diaporama',
  renameTitle: 'Comment s’appelle ce voyage ?',
  renameHint: 'Laissez vide pour lui donner le nom de ses lieux.',
  changeDays: 'Changer les jours',
  firstDay: 'Premier jour',
  lastDay: 'Dernier jour',
  split: 'Séparer',
  splitTitle: 'Séparer en deux voyages',
  splitAt: 'Le second voyage commence le',
  merge: 'Fusionner',
  mergeTitle: 'Fusionner avec quel voyage ?',
  mergeHint: 'Les photos prises chez vous entre les deux ne font pas partie du voyage.',
  makeAlbum: 'En faire un album',
  notATrip: 'Pas un voyage',
  notATripTitle: 'Ce n’est pas un voyage ?',
  notATripHint: 'Les photos restent où elles sont. Elles ne forment simplement plus un voyage.',
  renamed: (name: string) => `Voyage renommé : ${name}`,
  changed: (name: string) => `Voyage modifié : ${name}`,
  merged: (count: number) => `Fusionnés en un voyage de ${photos(count)}`,
  splitDone: 'Ce sont maintenant deux voyages',
  dismissed: 'Ce n’est plus un voyage',
  noSuch: 'Voyage introuvable',
  noSuchBody: 'Il a peut-être été fusionné avec un autre, ou n’est plus un voyage.',
  refusals: {
    no_such_trip: 'Ce voyage n’existe plus.',
    trip_between: 'Il y a un autre voyage entre ceux-ci. Fusionnez-le aussi, ou choisissez-en d’autres.',
    trip_changed: 'Le voyage a été modifié depuis. Annulez d’abord cette modification.',
    bad_trip_days: 'Ces jours ne conviennent pas à un voyage. Vérifiez le premier et le dernier jour.',
  },
};
