/** Folders of the photo store. */
export const folders = {
  trail: 'Path',
  below: 'Folders in here',
  withBelow: 'Include the folders in here',
  none: 'No folders',
  noneBody: 'Your photo store doesn’t have folders.',
  noSuch: 'Folder not found',
  noSuchBody: 'It may have been renamed or moved in your photo store, or it has no photos.',
  readers: 'Show folders to viewers',
  readersHint: 'Viewers then see where photos are in your photo store.',
};

/** The same strings in each language. */
export type FolderStrings = typeof folders;
