/**
 * Up to this many photos may vanish from any library or store without confirmation; from a large one, up to this fraction.
 */
export const fewPhotos = 20;
const largePart = 0.2;

/** Seconds. Losses of one day count together: a library may also vanish bit by bit. */
export const lossesCountTogether = 86_400;

/** Whether so many photos vanish at once that an empty mount or a wrong key is more likely than a clean-up. */
export function isMassLoss(missing: number, total: number): boolean {
  return missing > Math.max(fewPhotos, largePart * total);
}
