/** Pages of the app; each name is the first part of the URL's fragment: `#/albums`. The timeline is `#/`. */
export const pageNames = [
  'timeline',
  'search',
  'explore',
  'people',
  'faces',
  'albums',
  'trips',
  'folders',
  'places',
  'map',
  'tags',
  'memories',
  'favorites',
  'archive',
  'hidden',
  'hidden-by-me',
  'duplicates',
  'settings',
  'admin',
  'help',
] as const;

export type PageName = (typeof pageNames)[number];

/** A place in the app, stored in the URL's fragment. */
export interface Place {
  readonly page: PageName | 'not-found';
  /** The subject of the page: an album's uid, a person's id, a tag, a section. */
  readonly about: string | null;
  /** The photo that is open over the page's list. */
  readonly photo: string | null;
  /** Further parameters, such as the text of a search or a part of the map. */
  readonly query: Readonly<Record<string, string>>;
}

const nowhere: Place = { page: 'not-found', about: null, photo: null, query: {} };

/** The query of a place, without some parameters. */
export function queryWithout(place: Place, ...names: readonly string[]): Place['query'] {
  return Object.fromEntries(Object.entries(place.query).filter(([name]) => !names.includes(name)));
}

/** A place with defaults for absent parts. */
export function placeOf(page: PageName, rest: Partial<Omit<Place, 'page'>> = {}): Place {
  return { page, about: null, photo: null, query: {}, ...rest };
}

/**
 * Parses `#/people/3/photo/<uid>?q=…`: page, subject, open photo, parameters.
 * @returns the page `not-found` if it is invalid
 */
export function parsePlace(fragment: string): Place {
  const [path, search] = split(fragment.replace(/^#?\/?/, ''), '?');
  const parts = path.split('/').filter((part, i, all) => part !== '' || i < all.length - 1);
  const decoded = parts.map(decode);
  if (decoded.includes(null) || decoded.includes('')) return nowhere;
  const names = decoded as string[];
  const photo = names.length >= 2 && names.at(-2) === 'photo' ? (names.at(-1) ?? null) : null;
  if (photo !== null) names.length -= 2;
  const [page = 'timeline', about = null, ...extra] = names;
  if (extra.length > 0 || !isPage(page)) return nowhere;
  return { page, about, photo, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** The inverse of `parsePlace`. */
export function formatPlace({ page, about, photo, query }: Place): string {
  const parts = [
    page === 'timeline' && about === null ? null : page,
    about,
    ...(photo === null ? [] : ['photo', photo]),
  ];
  const path = parts.flatMap((part) => (part === null ? [] : [encodeURIComponent(part)])).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

function isPage(name: string): name is PageName {
  return (pageNames as readonly string[]).includes(name);
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
