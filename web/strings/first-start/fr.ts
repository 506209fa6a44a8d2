import type { FirstStartStrings } from './en.ts';

/** Français. */
export const firstStart: FirstStartStrings = {
  title: 'Bienvenue',
  intro: 'Créez votre compte. Vous pourrez ajouter votre famille plus tard.',
  language: 'Langue',
  code: 'Code',
  codeHint: 'Le lien que « photofinch open » affiche dans le terminal, ou le SETUP_CODE du serveur.',
  name: 'Votre nom',
  usernameHint: 'Pour vous connecter. Caractères admis : a à z, 0 à 9, point, tiret et tiret bas.',
  passwordHint: (minLength: string) =>
    `Au moins ${minLength} caractères. Plusieurs mots se retiennent plus facilement.`,
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Pour les photos sans lieu.',
  make: 'Créer le compte',
  making: 'Création du compte…',
  readsLater: 'Vos photos seront lues dès que le compte sera créé.',
};
