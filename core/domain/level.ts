type Kind = 'image' | 'video' | 'live' | 'raw';

/**
 * How much of a photo was read, the least first. `thumbnail`: the store's own picture, and the facts that the store
 * reports. `head`: also the part of the file with its metadata. `original`: the whole file.
 */
export const levels = ['thumbnail', 'head', 'original'] as const;
export type Level = (typeof levels)[number];

/** The levels that are read after the thumbnail. */
export type CloserLevel = Exclude<Level, 'thumbnail'>;

/** The level of the picture that models have analysed. */
export type PictureLevel = Exclude<Level, 'head'>;

/** Whether level `a` is better than `b`; null is the lowest. */
export function isBetterLevel(a: Level | null, b: Level | null): boolean {
  return rank(a) > rank(b);
}

const rank = (level: Level | null): number => (level === null ? -1 : levels.indexOf(level));

/** Whether originals of this kind are decoded by the server; of the others, only the head is read. */
export function isDecodedHere(kind: Kind): boolean {
  return kind === 'image' || kind === 'live';
}

/**
 * The level that is read next if reading is costly; null if nothing more can be read.
 * @param hasHeads whether reading the head of a photo costs less than reading all of it
 */
export function levelAfter(level: Level, kind: Kind, hasHeads = true): CloserLevel | null {
  if (level === 'thumbnail') return hasHeads || !isDecodedHere(kind) ? 'head' : 'original';
  return level === 'head' && isDecodedHere(kind) ? 'original' : null;
}
