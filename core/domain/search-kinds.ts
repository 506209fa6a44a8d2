import { isEither, isJoin } from './search-joins.ts';
import { plainKeyAt, type SearchWord } from './search-words.ts';

/** `image` is everything except videos, including live photos and RAW files. */
export type SearchKind = 'image' | 'video' | 'live' | 'raw';

const anywhere: ReadonlyMap<string, SearchKind> = new Map([
  ['videos', 'video'],
  ['photos', 'image'],
  ['fotos', 'image'],
]);
/** `video of Anna`, `Anna video`, `video 2020`, but `a video game`. */
const atEdges: ReadonlyMap<string, SearchKind> = new Map([
  ['video', 'video'],
  ['pictures', 'image'],
  ['images', 'image'],
  ['bilder', 'image'],
]);
const photo = new Set(['photo', 'photos', 'foto', 'fotos']);
const file = new Set([
  ...photo,
  'file',
  'files',
  'image',
  'images',
  'datei',
  'dateien',
  'bilder',
  'fichier',
  'fichiers',
]);

/**
 * The kind of photos that a word in a search text means, and how many words that takes.
 * @param isBeforeFilter whether the next word begins a filter
 */
export function kindAt(
  words: readonly SearchWord[],
  at: number,
  isBeforeFilter: () => boolean,
): { kind: SearchKind; words: number } | null {
  const key = words[at]?.key ?? '';
  const next = plainKeyAt(words, at + 1);
  if ((key === 'live' && photo.has(next)) || (photo.has(key) && next === 'live')) return { kind: 'live', words: 2 };
  if ((key === 'raw' && file.has(next)) || (file.has(key) && next === 'raw')) return { kind: 'raw', words: 2 };
  const isAtEdge = next === '' || (at === 0 && ((isJoin(next) && !isEither(next)) || isBeforeFilter()));
  const kind = anywhere.get(key) ?? (isAtEdge ? atEdges.get(key) : undefined);
  return kind ? { kind, words: 1 } : null;
}
