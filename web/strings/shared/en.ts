const photos = (count: number): string => (count === 1 ? '1 photo' : `${count.toLocaleString('en')} photos`);

/** The page of a share link, for people without an account. */
export const shared = {
  title: 'Shared photos',
  photos,
  until: (day: string) => `Until ${day}`,
  loading: 'Loading…',
  empty: 'There are no photos here.',
  emptyBody: 'They may have been removed. Ask the person who sent you the link.',
  gone: 'This link doesn’t work',
  goneBody: 'It’s incomplete, or it has ended. Ask the person who sent it for a new one.',
  failed: 'Couldn’t load the photos',
  failedBody: 'Check your connection and try again.',
  busy: 'Too many requests from your network. Try again in a moment.',
  tryAgain: 'Try again',
  passwordTitle: 'These photos are protected by a password',
  passwordBody: 'Ask the person who sent you the link.',
  password: 'Password',
  open: 'Show photos',
  wrongPassword: 'This password is wrong.',
  tooOften: 'Too many wrong passwords. Try again in 15 minutes.',
  nth: (index: number, total: number) => `Photo ${index} of ${total}`,
  nthVideo: (index: number, total: number) => `Video ${index} of ${total}`,
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  download: 'Download',
  downloadAll: 'Download all',
  downloadNote: 'The original says when and where it was taken.',
  notLoaded: 'Couldn’t load this photo. You’re seeing a small version.',
  notPlayed: 'This video can’t be played here.',
};

export type SharedStrings = typeof shared;
