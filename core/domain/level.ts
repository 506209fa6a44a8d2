type Kind = 'image' | 'video' | 'live' | 'raw';

/**
 * What of a photo was read, the least first. `thumbnail`: the picture that its store made of it, and what the store says.
 * `head`: also the part of the file in which its metadata stands. `original`: all of it.
 */
export const levels = ['thumbnail', 'head', 'original'] as const;
export type Level = (typeof levels)[number];

/** What of a photo is read after its thumbnail. */
export type CloserLevel = Exclude<Level, 'thumbnail'>;

/** From which picture models know a photo. */
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
 * What is read of a photo next where each byte costs; null when no more is to be had.
 * @param hasHeads whether the head of a photo costs less than all of it
 */
export function levelAfter(level: Level, kind: Kind, hasHeads = true): CloserLevel | null {
  if (level === 'thumbnail') return hasHeads || !isDecodedHere(kind) ? 'head' : 'original';
  return level === 'head' && isDecodedHere(kind) ? 'original' : null;
}
