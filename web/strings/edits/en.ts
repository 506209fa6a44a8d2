const photos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`);

/** Edited facts of photos, on all pages with photos. */
export const edits = {
  edit: 'Edit date, place, caption',
  turnLeft: 'Rotate left',
  turnRight: 'Rotate right',
  turned: (count: number) => `${photos(count)} rotated`,
  nothingToUndo: 'There was nothing to undo: it was changed since then, or is as it was before.',
  inFile: (value: string) => `In the file: ${value}`,
  nothingInFile: 'none',
  back: 'Back to the file’s',
  backFor: (fact: string) => `${fact}: back to the file’s`,
  backDone: 'Shown as in the file again',
};

export type EditsStrings = typeof edits;
