/** The frame of every page: account, navigation, progress of indexing, other days. */
export const frame = {
  description: 'Your photos, on a server of your own',
  account: (name: string) => `Your account: ${name}`,
  roles: { read: 'Viewer', write: 'Editor', admin: 'Administrator' },
  theme: 'Theme',
  themes: { system: 'Automatic', light: 'Light', dark: 'Dark' },
  language: 'Language',
  allPages: 'All pages',
  scrollBack: 'Back',
  scrollOn: 'More',
  reading: {
    title: 'Reading your library',
    photos: (done: string, total: string) => `${done} of ${total} photos`,
    atLeast: (done: string, total: string) => `${done} photos so far, of at least ${total}`,
    understanding: (done: string, total: string) => `Looking for people and things: ${done} of ${total} photos`,
    meanwhile:
      'You can look around already: photos appear as they’re read. People, places and search follow bit by bit.',
  },
  welcome: {
    title: 'Welcome to Photofinch',
    looking: 'Photofinch is looking for photos in your photo store. They appear here as soon as they’re read.',
    reading: 'Your first photos appear here in a moment.',
    waiting: 'As soon as there are photos in your photo store, they appear here. Photofinch checks every few minutes.',
    away: 'Photofinch can’t reach your photo store right now. Your photos appear here as soon as it can.',
    checks: 'See what’s wrong',
    help: 'What you can do here',
  },
  modelsByAdmin: 'An administrator can install models; then search understands what photos show.',
  day: {
    title: (day: string) => `On this day, ${day}`,
    before: 'The day before',
    after: 'The day after',
    choose: 'Another day',
    today: 'Today',
    none: 'No photos from this day in any year.',
  },
};

/** The same strings in each language. */
export type FrameStrings = typeof frame;
