/** The dialog on who can see an album or a person, in English. */
export const household = {
  title: (name: string) => `Who can see “${name}”?`,
  unnamedTitle: 'Who can see this person?',
  albumHint: 'People who can’t see this album won’t find it or any of its photos anywhere, not even in search.',
  personHint:
    'People who can’t see this person won’t find them or any photo they are in anywhere, not even photos with others.',
  readers: 'Hide from everyone who can only look',
  readersHint: 'All accounts with the role Viewer',
  users: 'Also hide from',
  noUsers: 'There is no one else to hide this from. Administrators always see everything.',
  adminsSee: 'Administrators always see everything.',
  save: 'Save',
  saved: (name: string) => `Changed who can see “${name}”`,
  savedUnnamed: 'Changed who can see this person',
};

/** The same strings in each language. */
export type HouseholdStrings = typeof household;
