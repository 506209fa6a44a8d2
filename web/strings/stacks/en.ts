const photos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`);

/** Stacks: photos that belong together, of which lists show one. */
export const stacks = {
  of: (count: number) => `stack of ${photos(count)}`,
  strip: 'Photos of this stack',
  cover: 'cover',
  make: 'Stack',
  made: (count: number) => `${photos(count)} stacked`,
  dissolve: 'Unstack',
  dissolved: 'Unstacked',
  chooseCover: 'Use as cover of the stack',
  coverChosen: 'Cover of the stack chosen',
  takeOut: 'Take out of the stack',
  takenOut: 'Taken out of the stack',
  next: 'Next in the stack',
  previous: 'Previous in the stack',
  selected: (count: string, stackCount: number) =>
    `${count} selected, with all photos of ${stackCount === 1 ? '1 stack' : `${stackCount.toLocaleString('en')} stacks`}`,
};

export type StacksStrings = typeof stacks;
