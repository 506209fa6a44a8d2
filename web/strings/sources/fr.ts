import type { SourceStrings } from './en.ts';

/** Français. */
export const sources: SourceStrings = {
  title: 'Sources de photos',
  photos: (count: string, isOne: boolean) => (isOne ? '1 photo' : `${count} photos`),
  well: 'connectée',
  unreachable: 'injoignable',
  loggedOut: 'non authentifiée',
  notLoaded: 'non chargée',
  leaving: 'suppression en cours',
  unknown: 'Source inconnue',
  notLoadedHint: (name: string) =>
    `Le plugin ${name} n’est pas chargé : les originaux de ses photos ne peuvent pas être ouverts. Remettez-le dans PLUGINS, ou retirez ses photos de la photothèque.`,
  remove: 'Retirer ses photos',
  reallyRemove: (count: string, isOne: boolean) => (isOne ? 'Retirer 1 photo' : `Retirer ${count} photos`),
  keep: 'Les garder',
};
