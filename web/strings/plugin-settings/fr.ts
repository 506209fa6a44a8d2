import type { PluginSettingsStrings } from './en.ts';

/** Français. */
export const pluginSettings: PluginSettingsStrings = {
  none: 'Aucun plugin n’a de réglages ici.',
  isSet: 'Une valeur est enregistrée. Saisissez-en une autre pour la remplacer.',
  lines: 'Une valeur par ligne.',
  unset: 'Non défini',
  clear: 'Supprimer la valeur enregistrée',
  needed: 'obligatoire',
  save: 'Enregistrer',
  saved: (plugin) => `Réglages enregistrés : ${plugin}`,
};
