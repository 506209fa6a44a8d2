const photos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`);

/** Edited facts of photos, on all pages with photos. */
export const edits = {
  edit: 'Edit date, place, caption',
  turnLeft: 'Rotate left',
  turnRight: 'Rotate right',
  turned: (count: number) => `${photos(count)} rotated`,
  nothingToUndo: 'Nothing to undo: it has changed since, or is already as it was before.',
  inFile: (value: string) => `In the file: ${value}`,
  nothingInFile: 'none',
  back: 'As in the file',
  backFor: (fact: string) => `${fact}: as in the file`,
  backDone: 'Shown as in the file again',
};

export type EditsStrings = typeof edits;
