/** Copies of backups that plugins store elsewhere. */
export const copies = {
  title: 'Copies elsewhere',
  hint: 'A plugin copies each backup to another place.',
  notReady: 'Not set up yet.',
  none: 'Nothing copied yet.',
  last: (time: string) => `Last copied ${time}.`,
  copying: (size: string, time: string) => `Copying ${size} since ${time}.`,
  failing: (attempts: number, time: string) =>
    attempts === 1 ? `Failed ${time}.` : `Failed ${attempts} times since ${time}.`,
  next: (time: string) => `Next try: ${time}.`,
};

export type CopiesStrings = typeof copies;
