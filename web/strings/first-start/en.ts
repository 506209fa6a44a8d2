/** The first start, for the owner. */
export const firstStart = {
  title: 'Welcome',
  intro: 'Create your account. You can add your family later.',
  language: 'Language',
  code: 'Code',
  codeHint: 'The link that “photofinch open” shows in the terminal, or the server’s SETUP_CODE.',
  name: 'Your name',
  usernameHint: 'You sign in with it. Allowed: a to z, 0 to 9, dot, underscore and hyphen.',
  passwordHint: (minLength: string) => `At least ${minLength} characters. Several words are easier to remember.`,
  timeZone: 'Time zone',
  timeZoneHint: 'For photos without a location.',
  make: 'Create account',
  making: 'Creating your account…',
  readsLater: 'Your photos are read once the account is there.',
};

/** The same strings in each language. */
export type FirstStartStrings = typeof firstStart;
