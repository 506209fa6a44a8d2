/** Photofinch itself, on the help page. */
export const product = {
  title: 'What Photofinch does for you',
  intro:
    'All your photos and videos in one place, on a server of your own. Photofinch finds out who is in them, where they were taken and what they show, so you can find them again.',
  topics: {
    timeline: {
      title: 'All photos, newest first',
      body: 'Scroll, drag along the months at the edge, or go to a day in the calendar. Open a photo to see its date, its place and who is in it.',
    },
    search: {
      title: 'Search in your own words',
      body: 'Type a name, a place, a month or what a photo shows, alone or together: “Anna beach 2023”.',
    },
    people: {
      title: 'People',
      body: 'Photofinch groups faces that look alike. Name someone once, and you find all photos of them.',
    },
    map: {
      title: 'Map and places',
      body: 'Photos with a location are on the map and grouped by town. The map comes from your server, too.',
    },
    memories: {
      title: 'On this day',
      body: 'What you photographed on this day in other years. You can go to any other day, too.',
    },
    albums: {
      title: 'Albums, tags and favourites',
      body: 'Albums come from your photo store or are made here; smart albums fill automatically. Mark what you like with a heart, and give photos tags to find them by.',
    },
    archive: {
      title: 'Archive and hidden',
      body: 'Archive what you don’t want among your photos, such as receipts. Only editors see hidden photos.',
    },
  },
  where: 'Where your photos stay',
  whereBody:
    'The originals stay in your photo store, as they are: Photofinch only reads them. Names, tags, favourites and everything else you do here are kept on the server, and in its backups.',
  stolen: 'If the server is stolen',
  stolenBody:
    'The library can be encrypted on the server’s disk and in its backups, so that a stolen disk only tells how much there is and when it changed. An administrator turns that on and keeps the passphrase and the recovery key.',
  role: (name: string, role: string) => `You are signed in as ${name}. ${role}.`,
  install: 'As an app',
  installBody:
    'Your browser can install Photofinch: look for “Install” or “Add to home screen” in its menu. No photos are kept on the device.',
};

/** The same strings in each language. */
export type ProductStrings = typeof product;
