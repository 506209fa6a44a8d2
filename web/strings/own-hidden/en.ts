function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** What users hide from themselves only. */
export const ownHidden = {
  hide: 'Hide for me',
  show: 'Show to me again',
  showOne: (name: string) => `Show “${name}” to me again`,
  hidden: (name: string) => `“${name}” is now hidden for you. Nothing changes for everyone else.`,
  askPerson: (name: string) => `Hide “${name}” for you?`,
  askPersonBody: (count: number) =>
    `${photos(count)} with this person will disappear for you, including those with other people. Nothing changes for everyone else. You can undo this under “Hidden by you”.`,
  hiddenPerson: (name: string, count: number) =>
    `“${name}” and ${photos(count)} are now hidden for you. Nothing changes for everyone else.`,
  shown: (name: string) => `You see “${name}” again`,
  things: 'Hidden people and albums',
  nothing: 'Nothing hidden by you',
  nothingBody:
    'Open a photo, a person or an album and choose “Hide for me”. Only you stop seeing it. Nobody else notices or is told.',
};

/** The same strings in each language. */
export type OwnHiddenStrings = typeof ownHidden;
