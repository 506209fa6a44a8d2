function photos(count: number): string {
  return count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`;
}

/** Trips. */
export const trips = {
  none: 'No trips yet',
  noneBody: 'Photos taken away from home, with a location, come together here as trips.',
  /** The name of a trip without known places. */
  somewhere: 'Trip',
  /** As in `Italy, France and 3 more`. */
  andMore: (countries: string, more: number) => `${countries} and ${more} more`,
  days: 'Days',
  allDays: 'All days',
  map: 'Where it was',
  play: 'Play slide show',
  renameTitle: 'What is this trip called?',
  renameHint: 'Leave it empty to name it after its places.',
  changeDays: 'Change days',
  firstDay: 'First day',
  lastDay: 'Last day',
  split: 'Split',
  splitTitle: 'Split into two trips',
  splitAt: 'The second trip begins on',
  merge: 'Merge',
  mergeTitle: 'Merge with which trip?',
  mergeHint: 'Photos taken at home between the two are not part of the trip.',
  makeAlbum: 'Make an album',
  notATrip: 'Not a trip',
  notATripTitle: 'Not a trip?',
  notATripHint: 'The photos stay where they are. They just aren’t a trip any more.',
  renamed: (name: string) => `Trip renamed: ${name}`,
  changed: (name: string) => `Trip changed: ${name}`,
  merged: (count: number) => `Merged into one trip with ${photos(count)}`,
  splitDone: 'These are two trips now',
  dismissed: 'Not a trip any more',
  noSuch: 'Trip not found',
  noSuchBody: 'It may have been merged with another one, or it isn’t a trip any more.',
  /** Messages that replace the server's own. */
  refusals: {
    no_such_trip: 'This trip no longer exists.',
    trip_between: 'There is another trip between these. Merge it as well, or choose others.',
    trip_changed: 'The trip has changed since. Undo that first.',
    bad_trip_days: 'These days don’t fit a trip. Check the first and the last day.',
  },
};

/** The same strings in each language. */
export type TripStrings = typeof trips;

/** Errors that only occur with trips. */
export type TripRefusal = keyof TripStrings['refusals'];
