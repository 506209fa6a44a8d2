/** What the help page says of Photofinch itself. */
export const product = {
  title: 'What Photofinch does for you',
  intro:
    'All your photos and videos in one place, on a server of your own. It finds who is on them, where they were taken and what they show, so that you find them again.',
  topics: {
    timeline: {
      title: 'All photos, newest first',
      body: 'Scroll, or drag along the months at the edge. Open a photo to see its date, its place and who is on it.',
    },
    search: {
      title: 'Search in your own words',
      body: 'Type a name, a place, a month or what a photo shows, alone or together: “Anna beach 2023”.',
    },
    people: {
      title: 'People',
      body: 'Photofinch groups faces that look alike. You say once who somebody is, and find all photos of them.',
    },
    map: {
      title: 'Map and places',
      body: 'Photos that know where they were taken are on the map and gathered by town. The map comes from your server, too.',
    },
    memories: {
      title: 'On this day',
      body: 'What you photographed on this day in other years. You can leaf to any other day.',
    },
    albums: {
      title: 'Albums, tags and favourites',
      body: 'Albums come from your photo store. Mark what you like with a heart, and give photos tags to find them by.',
    },
    archive: {
      title: 'Archive and hidden',
      body: 'The archive keeps photos out of the timeline, such as receipts. Hidden photos are seen by editors alone.',
    },
  },
  where: 'Where your photos stay',
  whereBody:
    'The originals stay in your photo store, as they are: Photofinch only reads them. Names, tags, favourites and everything else you do here are kept on the server, and in its backups.',
  role: (name: string, role: string) => `You are signed in as ${name}: ${role}`,
  install: 'As an app',
  installBody:
    'Your browser can install Photofinch: look for “Install” or “Add to home screen” in its menu. No photos are kept on the device.',
};

/** What every language has to say of it. */
export type ProductStrings = typeof product;
