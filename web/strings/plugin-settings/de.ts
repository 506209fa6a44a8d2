import type { PluginSettingsStrings } from './en.ts';

/** Deutsch. */
export const pluginSettings: PluginSettingsStrings = {
  none: 'Kein Plugin hat hier Einstellungen.',
  isSet: 'Ein Wert ist gespeichert. Gib einen neuen ein, um ihn zu ersetzen.',
  lines: 'Ein Eintrag pro Zeile.',
  unset: 'Nicht gesetzt',
  clear: 'Gespeicherten Wert löschen',
  needed: 'erforderlich',
  save: 'Speichern',
  saved: (plugin) => `Einstellungen von ${plugin} gespeichert`,
};
