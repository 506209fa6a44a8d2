import type { SearchWord } from './search-words.ts';

/** Words for favourites, as keys: `favorites 2020`, `meine Lieblingsfotos`. */
const nouns = new Set(['favorites', 'favourites', 'favoriten', 'lieblingsfotos', 'lieblingsbilder', 'favoris']);
/** Words before or after those for photos: `favourite photos`, `photos préférées`. */
const before = new Set(['favorite', 'favourite']);
const after = new Set(['preferees', 'preferes']);
const photos = new Set(['photo', 'photos', 'video', 'videos', 'picture', 'pictures', 'image', 'images']);

/** Whether a word in a search text means the viewer’s favourites. */
export function isFavorites(words: readonly SearchWord[], at: number): boolean {
  const keyAt = (i: number): string => (words[i]?.quote === null ? words[i].key : '');
  const key = keyAt(at);
  return (
    nouns.has(key) || (before.has(key) && photos.has(keyAt(at + 1))) || (after.has(key) && photos.has(keyAt(at - 1)))
  );
}
