function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** The dialogs about albums, in English. */
export const albums = {
  addTitle: (count: number) => `Add ${photos(count)} to an album`,
  find: 'Find or name an album',
  none: 'Type a name for a new album',
  makeNamed: (name: string) => `New album “${name}”`,
  added: (count: number, name: string) =>
    count === 0 ? `All of them are already in “${name}”` : `${photos(count)} added to “${name}”`,
  addPhotosTo: (name: string) => `Add photos to “${name}”`,
  made: (name: string) => `“${name}” created`,
  deleted: (name: string) => `“${name}” deleted`,
  newTitle: 'New album',
  newOf: (count: number) => `New album of ${photos(count)}`,
  name: 'Name',
  notes: 'Notes',
  create: 'Create',
  save: 'Save',
  order: 'Order',
  byDate: 'Newest first',
  byHand: 'As arranged',
  offTimeline: 'Don’t show these photos under “Photos”',
  offTimelineHint: 'They stay in the album, and in search, people, places and favourites.',
  ofStore: 'This album comes from your photo store. Rename and fill it there.',
  newestCover: 'Use the newest photo as cover',
  deleteTitle: (name: string) => `Delete the album “${name}”?`,
  deleteBody: 'The photos stay in your library. This can’t be undone.',
  deleteYes: 'Delete album',
  ruleTitle: 'Smart album',
  ruleHint: 'It shows every photo that fits all of this, also photos added later.',
  people: 'Photos of',
  addPerson: 'Add a person',
  allPeople: 'All of them together',
  anyPerson: 'Any of them',
  places: 'Taken in',
  addPlace: 'City, country or place',
  things: 'That show',
  addThing: 'Dog, beach, cake…',
  when: 'Taken',
  from: 'From',
  to: 'To',
  months: 'In the months',
  kinds: 'Kinds',
  kindNames: { image: 'Photos', video: 'Videos', live: 'Live photos', raw: 'RAW' },
  tags: 'With the tags',
  addTag: 'A tag',
  cameras: 'Taken with',
  addCamera: 'A camera',
  favorites: 'Only favourites (everyone sees their own)',
  partOfMap: 'A part of the map',
  inAlbum: 'Photos of another album',
  years: (years: string) => `Taken in ${years}`,
  also: 'And',
  remove: (name: string) => `Remove ${name}`,
  more: 'More conditions',
  drop: 'Drop on an album',
  dropNew: 'New album',
  carried: (count: number) => photos(count),
  arrangeTitle: (name: string) => `Arrange “${name}”`,
  arrangeHint: 'Drag photos to where they belong. By keyboard: Alt with an arrow key moves a photo.',
  position: (at: number, of: number, photo: string) => `${photo}, ${at} of ${of}`,
  moved: (at: number, of: number) => `Moved to place ${at} of ${of}`,
  done: 'Done',
  /** Messages that replace the server's own. */
  refusals: {
    bad_rule: 'An album can’t look for photos like this. Choose at least one thing, and the first day before the last.',
    kept_album:
      'This album is hidden from someone who could see its photos without it. Ask an administrator to delete it.',
    kept_from_readers:
      'This album is hidden from everyone who can only look, and who could see its photos without it. Show it to them first, or ask an administrator to delete it.',
    chosen_album: 'The photos of this album are picked by hand. To have photos found for you, make a new smart album.',
  },
};

/** The same strings in each language. */
export type AlbumsStrings = typeof albums;

/** Errors that only occur with rules of albums. */
export type AlbumRefusal = keyof AlbumsStrings['refusals'];
