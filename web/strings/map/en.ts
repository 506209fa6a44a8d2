function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** The map. */
export const map = {
  nearer: 'Zoom in',
  further: 'Zoom out',
  showAll: 'Show all photos',
  keys: 'The arrow keys move the map, plus and minus zoom. Everything on it is listed beside it.',
  named: (names: string) => `On the map: ${names}`,
  beyond: (town: string, distance: string) => `${town} · ${distance}`,
  inView: 'In this part of the map',
  inViewCount: (count: number) => photos(count),
  photos: 'Photos',
  places: 'Places',
  picked: 'Photos taken here',
  nothingInView: 'No photos here',
  nothingInViewBody: 'Move the map, zoom out, or show all photos.',
  nothingInYears: 'No photos here from these years',
  years: 'Years',
  yearsFrom: 'From',
  yearsTo: 'to',
  allYears: 'All years',
};

/** The same strings in each language. */
export type MapStrings = typeof map;
