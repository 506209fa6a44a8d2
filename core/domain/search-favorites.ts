import { isJoin } from './search-joins.ts';
import { kindAt, type SearchKind } from './search-kinds.ts';
import { plainKeyAt, type SearchWord } from './search-words.ts';

/** Words for favourites, as keys: `favourites 2020`, `meine Lieblingsfotos`. */
const favorites = new Set(
  `favorites favourites favoriten favoris
   lieblingsfoto lieblingsfotos lieblingsbild lieblingsbilder lieblingsbildern lieblingsvideo lieblingsvideos`.split(
    /\s+/,
  ),
);
/** `favourite photos` */
const before = new Set(['favorite', 'favourite']);
/** `photos préférées` */
const after = new Set(['prefere', 'preferes', 'preferee', 'preferees']);
const several = new Set(['photos', 'pictures', 'images', 'videos']);
const one = new Set(['photo', 'picture', 'image', 'video']);

const kindOf = (key: string): SearchKind | null => (/videos?$/.test(key) ? 'video' : null);

/**
 * Whether a word in a search text begins words that mean the viewer’s favourites, how many they are, and which kind of photos
 * they name.
 * @param isBeforeFilter whether a filter begins at a word
 */
export function favoritesAt(
  words: readonly SearchWord[],
  at: number,
  isBeforeFilter: (at: number) => boolean,
): { kind: SearchKind | null; words: number } | null {
  const key = plainKeyAt(words, at);
  const next = plainKeyAt(words, at + 1);
  if (favorites.has(key)) return { kind: kindOf(key), words: 1 };
  const isPhoto = several.has(key) || one.has(key);
  if (isPhoto && after.has(next)) return { kind: kindOf(key), words: 2 };
  if (!before.has(key)) return null;
  // `favourite raw photos`
  const longer = kindAt(words, at + 1, () => false);
  if (longer?.words === 2) return { kind: longer.kind, words: 3 };
  const behind = plainKeyAt(words, at + 2);
  // `my favourite video of Anna`, but `my favourite video game`.
  const isWhole = behind === '' || isJoin(behind) || isBeforeFilter(at + 2);
  return several.has(next) || (isWhole && one.has(next)) ? { kind: kindOf(next), words: 2 } : null;
}
