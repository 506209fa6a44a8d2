/** Libraries with several photo sources, for admins. */
export const sources = {
  title: 'Photo sources',
  photos: (count: string, isOne: boolean) => (isOne ? '1 photo' : `${count} photos`),
  well: 'connected',
  unreachable: 'can’t be reached',
  loggedOut: 'not signed in',
  notLoaded: 'not loaded',
  leaving: 'being removed',
  unknown: 'Unknown source',
  notLoadedHint: (name: string) =>
    `The plugin ${name} isn’t loaded, so the originals of its photos can’t be opened. Name it in PLUGINS again, or remove its photos from the library.`,
  remove: 'Remove its photos',
  reallyRemove: (count: string, isOne: boolean) => (isOne ? 'Remove 1 photo' : `Remove ${count} photos`),
  keep: 'Keep them',
};

export type SourceStrings = typeof sources;
