const photos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`);

/** Downloads of many photos. */
export const downloads = {
  all: 'Download all',
  started: (count: number, size: string) => `Downloading ${photos(count)} as a ZIP file, ${size}`,
  largeTitle: (count: number, size: string) => `Download ${photos(count)}, ${size}?`,
  largeBody: 'This can take a while. Check that there’s enough room on your device.',
  tooMany: (limit: number) =>
    `You can download up to ${limit.toLocaleString('en')} selected photos at once. Select fewer, or download the whole list.`,
};

/** The same strings in each language. */
export type DownloadStrings = typeof downloads;
