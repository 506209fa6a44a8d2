/** The sentences about the files of duplicates. */
export const duplicateFiles = {
  stored: (size: string) => `${size} are stored more than once`,
  list: 'Files to delete in your photo store',
  hint: 'Photofinch deletes nothing. This list has the files that the suggestions above would archive.',
  copy: 'Copy the list',
  save: 'Download as CSV',
};

/** What every language has to say of them. */
export type DuplicateFileStrings = typeof duplicateFiles;
