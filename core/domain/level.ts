type Kind = 'image' | 'video' | 'live' | 'raw';

/**
 * How much of a photo was read, the least first. `thumbnail`: the picture that its store made, and the facts that the
 * store reports. `head`: also the part of the file with its metadata. `original`: all of it.
 */
export const levels = ['thumbnail', 'head', 'original'] as const;
export type Level = (typeof levels)[number];

/** Levels that are read after the thumbnail. */
export type CloserLevel = Exclude<Level, 'thumbnail'>;

/** The picture by which models know a photo. */
export type PictureLevel = Exclude<Level, 'head'>;

/** Whether `a` tells more than `b`; null is nothing. */
export function tellsMore(a: Level | null, b: Level | null): boolean {
  return rank(a) > rank(b);
}

const rank = (level: Level | null): number => (level === null ? -1 : levels.indexOf(level));

/** Whether originals of this kind are decoded here; of the others, the head is all that is read. */
export function isDecodedHere(kind: Kind): boolean {
  return kind === 'image' || kind === 'live';
}

/**
 * The level that is read next if each byte costs; null if no more can be read.
 * @param hasHeads whether the head of a photo costs less than all of it
 */
export function levelAfter(level: Level, kind: Kind, hasHeads = true): CloserLevel | null {
  if (level === 'thumbnail') return hasHeads || !isDecodedHere(kind) ? 'head' : 'original';
  return level === 'head' && isDecodedHere(kind) ? 'original' : null;
}
