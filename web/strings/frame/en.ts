/** What stands around every page: the account, all pages, how far reading is, other days. */
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
    meanwhile: 'Look around already: new photos appear as they are read. People, places and search fill up on the way.',
  },
  welcome: {
    title: 'Welcome to Photofinch',
    reading: 'Your first photos appear here in a moment.',
    waiting: 'As soon as there are photos in your photo store, they appear here. Photofinch looks every few minutes.',
    away: 'Photofinch cannot reach your photo store right now. Your photos appear here as soon as it can.',
    checks: 'See what is wrong',
    help: 'What you can do here',
  },
  modelsByAdmin: 'An administrator can install models; then search understands what photos show.',
  day: {
    title: (day: string) => `On this day, ${day}`,
    before: 'The day before',
    after: 'The day after',
    choose: 'Another day',
    today: 'Today',
    none: 'No photos were taken on this day in any year.',
  },
};

/** What every language has to say of it. */
export type FrameStrings = typeof frame;
