/** Up to so many photos may vanish from any library or store without a question; of a large one, up to so large a part. */
export const fewPhotos = 20;
const largePart = 0.2;

/** Seconds. Losses of one day count together: a library that vanishes bit by bit vanishes all the same. */
export const lossesCountTogether = 86_400;

/**
 * Whether so many photos vanish at once that it looks like an empty mount or a wrong key rather than like somebody
 * tidying up.
 */
export function isMassLoss(missing: number, total: number): boolean {
  return missing > Math.max(fewPhotos, largePart * total);
}
