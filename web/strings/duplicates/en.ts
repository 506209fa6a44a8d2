/** The files of duplicates. */
export const duplicateFiles = {
  stored: (size: string) => `${size} are stored more than once`,
  largest: (count: number, total: number) =>
    `Here are the ${count.toLocaleString('en')} largest of ${total.toLocaleString('en')} groups. The others follow when these files are deleted.`,
  decided: 'All decided',
  decidedBody:
    'The extra copies are in the archive. They take up space until you delete their files in your photo store.',
  list: 'Files to delete in your photo store',
  files: (count: number, size: string) => `${count === 1 ? '1 file' : `${count.toLocaleString('en')} files`}, ${size}.`,
  hint: 'Photofinch deletes nothing. This list has the copies that you archived, and those that the suggestions above would archive.',
  copy: 'Copy the list',
  save: 'Download as CSV',
};

/** The same strings in each language. */
export type DuplicateFileStrings = typeof duplicateFiles;
