import type { HouseholdStrings } from './en.ts';

export const household: HouseholdStrings = {
  title: (name) => `Qui peut voir « ${name} » ?`,
  unnamedTitle: 'Qui peut voir cette personne ?',
  albumHint: 'Ceux qui ne peuvent pas voir cet album ne trouvent ni l’album ni ses photos, même par la recherche.',
  personHint:
    'Ceux qui ne peuvent pas voir cette personne ne trouvent ni elle ni aucune photo où elle figure, même avec d’autres.',
  readers: 'Masquer à tous ceux qui peuvent seulement regarder',
  readersHint: 'Tous les comptes ayant le rôle Lecteur',
  users: 'Masquer aussi à',
  noUsers: 'Il n’y a personne d’autre à qui masquer cela. Les administrateurs voient toujours tout.',
  adminsSee: 'Les administrateurs voient toujours tout.',
  save: 'Enregistrer',
  saved: (name) => `Visibilité de « ${name} » modifiée`,
  savedUnnamed: 'Visibilité de cette personne modifiée',
};
