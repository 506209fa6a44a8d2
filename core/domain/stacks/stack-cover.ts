/** Facts of a photo that decide whether it is the cover of its stack. */
export interface Standing {
  /** People chose it. */
  readonly isChosen: boolean;
  /** A favourite of the viewer. */
  readonly isFavorite: boolean;
  /** Neither a video nor a RAW file. */
  readonly isPicture: boolean;
  readonly hasThumbnail: boolean;
}

/**
 * The rank of a photo as cover of its stack: the highest number wins; among equal ones, the photo that was taken first,
 * and in the same second the one whose uid comes first.
 *
 * Sharpness does not count: thumbnails are too small to tell, and originals may be costly to read. The first photo is
 * the one for which the button was pressed.
 */
export function standing({ isChosen, isFavorite, isPicture, hasThumbnail }: Standing): number {
  return (isChosen ? 8 : 0) + (isFavorite ? 4 : 0) + (isPicture ? 2 : 0) + (hasThumbnail ? 1 : 0);
}
