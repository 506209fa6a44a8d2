import type { PluginPageStrings } from './en.ts';

export const pluginPage: PluginPageStrings = {
  lost: 'Le serveur est injoignable. Réessayez dans un instant.',
  signedOut: 'Vous n’êtes pas connecté. Connectez-vous à Photofinch et rouvrez cette page.',
  status: (status) => `Le serveur a répondu avec le code ${status}.`,
};
