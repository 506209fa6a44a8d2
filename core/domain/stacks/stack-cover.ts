/** What of a photo decides whether it stands for its stack. */
export interface Standing {
  /** People chose it. */
  readonly isChosen: boolean;
  /** A favourite of whoever looks. */
  readonly isFavorite: boolean;
  /** Neither a video nor a RAW file. */
  readonly isPicture: boolean;
  readonly hasThumbnail: boolean;
}

/**
 * How well a photo stands for its stack: the one with the highest number does, of several the one that was taken first (in the same
 * second: the one whose uid comes first).
 *
 * Not the sharpest one: thumbnails are too small to tell which that is, and originals may be costly to read. The first is
 * the one for which somebody pressed the button.
 */
export function standing({ isChosen, isFavorite, isPicture, hasThumbnail }: Standing): number {
  return (isChosen ? 8 : 0) + (isFavorite ? 4 : 0) + (isPicture ? 2 : 0) + (hasThumbnail ? 1 : 0);
}
