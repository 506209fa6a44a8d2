/** The server's module on pages of plugins. */
export const pluginPage = {
  lost: 'Can’t reach the server. Try again in a moment.',
  signedOut: 'You’re not signed in. Sign in to Photofinch and open this page again.',
  status: (status: number) => `The server answered with status ${status}.`,
};

/** The same strings in each language. */
export type PluginPageStrings = typeof pluginPage;
