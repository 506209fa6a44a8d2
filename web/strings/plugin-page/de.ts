import type { PluginPageStrings } from './en.ts';

export const pluginPage: PluginPageStrings = {
  lost: 'Der Server ist nicht erreichbar. Versuch es gleich noch einmal.',
  signedOut: 'Du bist nicht angemeldet. Melde dich bei Photofinch an und öffne diese Seite noch einmal.',
  status: (status) => `Der Server hat mit dem Status ${status} geantwortet.`,
};
