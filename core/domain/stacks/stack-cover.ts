/** The facts of a photo by which the cover of its stack is chosen. */
export interface Standing {
  /** Whether users chose it. */
  readonly isChosen: boolean;
  /** Whether it is a favourite of the viewer. */
  readonly isFavorite: boolean;
  /** Whether it is neither a video nor a RAW file. */
  readonly isPicture: boolean;
  readonly hasThumbnail: boolean;
}

/**
 * The rank of a photo as the cover of its stack: the highest number wins; among equal ones, the earliest photo, and in the
 * same second the one with the first uid.
 *
 * Sharpness does not count: thumbnails are too small to show it, and originals may be costly to read. The first photo is
 * the one for which the button was pressed.
 */
export function standing({ isChosen, isFavorite, isPicture, hasThumbnail }: Standing): number {
  return (isChosen ? 8 : 0) + (isFavorite ? 4 : 0) + (isPicture ? 2 : 0) + (hasThumbnail ? 1 : 0);
}
