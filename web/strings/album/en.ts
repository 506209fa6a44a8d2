function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** Actions on albums, in English. Their dialogs are in `albums`. */
export const album = {
  add: 'Add to album',
  addPhotos: 'Add photos',
  addNone: 'Cancel adding photos',
  taken: 'Already in the album',
  remove: 'Remove from album',
  removed: (count: number, name: string) => `${photos(count)} removed from “${name}”`,
  cover: 'Use as album cover',
  coverSet: (name: string) => `“${name}” has a new cover`,
  tripCover: 'Use as trip cover',
  tripCoverSet: 'The trip has a new cover',
  make: 'New album',
  makeSmart: 'New smart album',
  save: 'Save as smart album',
  edit: 'Edit album',
  rule: 'Change what it looks for',
  arrange: 'Arrange photos',
  delete: 'Delete album',
  empty: 'This album is empty.',
  emptySmart: 'No photo fits yet. Photos that fit appear here automatically.',
  smart: 'Smart album',
  left: 'Not under “Photos”',
};

/** The same strings in each language. */
export type AlbumStrings = typeof album;
