import type { PhotoTags } from './photo-facts.ts';

/** Hints in a picture's metadata that its file contains a video. */
export interface MotionHints {
  /** Possible distances in bytes from the beginning of the video to the end of the file: untrusted, to be verified. */
  readonly fromEnd: readonly number[];
  /** Whether its camera may have appended a video without announcing it in the metadata. */
  readonly mayTrail: boolean;
}

const maxItems = 64;

/**
 * Reads Google's XMP for motion photos: `MicroVideoOffset` of older photos, and the list of the file's parts
 * (`Container:Directory`), in which the video is marked `MotionPhoto`.
 */
export function motionHints({ xmp = {}, ifd0 = {} }: PhotoTags): MotionHints {
  const make = ifd0['Make'];
  const listed = inDirectory(xmp['Directory']);
  const micro = bytes(xmp['MicroVideoOffset']);
  return {
    fromEnd: [...new Set([listed, micro])].filter((distance) => distance !== null && distance > 0) as number[],
    mayTrail: typeof make === 'string' && /^samsung\b/i.test(make.trim()),
  };
}

/** Whether the file may contain a motion part, so that reading it is worth the cost. */
export const mayHaveMotion = ({ fromEnd, mayTrail }: MotionHints): boolean => mayTrail || fromEnd.length > 0;

/** The items are stored one after the other, each followed by padding, the picture first. */
function inDirectory(directory: unknown): number | null {
  if (!Array.isArray(directory)) return null;
  const items = (directory as unknown[]).slice(0, maxItems).map(itemOf);
  const at = items.findLastIndex(({ Semantic }) => Semantic === 'MotionPhoto');
  if (at < 1) return null;
  let sum = 0;
  for (const { Length, Padding = 0 } of items.slice(at)) {
    const [length, padding] = [bytes(Length), bytes(Padding)];
    if (length === null || padding === null) return null;
    sum += length + padding;
  }
  return Number.isSafeInteger(sum) ? sum : null;
}

type Item = Readonly<Record<string, unknown>>;

/** An entry of the list is the item itself, or an object that contains it. */
function itemOf(entry: unknown): Item {
  if (typeof entry !== 'object' || entry === null) return {};
  const { Item: inner } = entry as Item;
  return typeof inner === 'object' && inner !== null ? (inner as Item) : (entry as Item);
}

/** XMP represents numbers as texts. */
function bytes(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
}
