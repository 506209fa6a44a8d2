const photos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`);

/** The dialog that edits date, place and caption. */
export const editing = {
  title: (count: number) => (count === 1 ? 'Edit photo' : `Edit ${photos(count)}`),
  what: 'What to edit',
  parts: { date: 'Date and time', place: 'Place', caption: 'Caption' },
  save: 'Save',
  howDate: 'How to change it',
  ways: { set: 'Set date and time', shift: 'Shift all', zone: 'Wrong time zone' },
  dateAndTime: 'Date and time, where the photo was taken',
  zone: 'Time zone (optional)',
  zoneHint: 'Unless you set one, the place decides.',
  later: 'Later',
  earlier: 'Earlier',
  direction: 'Direction',
  days: 'Days',
  hours: 'Hours',
  minutes: 'Minutes',
  seconds: 'Seconds',
  shiftHint: 'Each photo keeps its distance to the others.',
  cameraZone: 'Camera was set to',
  realZone: 'You were in',
  zoneExample: 'e.g. Europe/Berlin',
  searchPlace: 'Find a town',
  noTown: 'No town by that name',
  before: 'Same as the photo before',
  after: 'Same as the photo after',
  lastPlace: 'Same as last time',
  pickOnMap: 'Move the map until the place is under the pin',
  removePlace: 'Remove place',
  captionLabel: 'Caption',
  captionHint: 'Leave it empty to show no caption.',
  back: (count: number): string => (count === 1 ? 'As in the file' : 'As in the files'),
  done: {
    date: (count: number) => `Date changed: ${photos(count)}`,
    place: (count: number) => `Place changed: ${photos(count)}`,
    noPlace: (count: number) => `Place removed: ${photos(count)}`,
    caption: (count: number) => `Caption changed: ${photos(count)}`,
  },
};

export type EditingStrings = typeof editing;
