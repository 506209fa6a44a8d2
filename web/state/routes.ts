/** A place in the app, kept in the URL's fragment: `#/` or `#/photo/<uid>`. */
export type Place = { readonly page: 'timeline' } | { readonly page: 'photo'; readonly uid: string } | NotFound;

interface NotFound {
  readonly page: 'not-found';
}

export function parsePlace(fragment: string): Place {
  const [first = '', second = '', ...more] = fragment.replace(/^#?\/?/, '').split('/');
  if (first === '') return { page: 'timeline' };
  if (first === 'photo' && second !== '' && more.length === 0) {
    const uid = decoded(second);
    if (uid !== null) return { page: 'photo', uid };
  }
  return { page: 'not-found' };
}

export function formatPlace(place: Exclude<Place, NotFound>): string {
  return place.page === 'photo' ? `#/photo/${encodeURIComponent(place.uid)}` : '#/';
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
