/**
 * Up to this many photos may vanish from any library or store without confirmation; from a large one, up to this fraction.
 */
export const fewPhotos = 20;
const largePart = 0.2;

/** Seconds. Losses of one day count together: a library may also vanish bit by bit. */
export const lossesCountTogether = 86_400;

/** In epoch seconds, both included. */
export interface LossPeriod {
  readonly from: number;
  readonly to: number;
}

/**
 * When photos were lost that count together with those that are missing now. A clock that was ahead left times to come, and one may
 * be behind now. So what was lost up to a day ahead counts. What is further ahead would count until that time comes, and an
 * agreement from there would keep all others from it.
 * @param agreedAt epoch seconds: losses up to then were agreed to
 */
export function lossPeriod(now: number, agreedAt = 0): LossPeriod {
  const dayAgo = now - lossesCountTogether;
  const inADay = now + lossesCountTogether;
  // The losses of such an agreement are times to come as well.
  return agreedAt > inADay ? { from: dayAgo, to: now } : { from: Math.max(dayAgo, agreedAt + 1), to: inADay };
}

/** Whether so many photos vanish at once that an empty mount or a wrong key is more likely than a clean-up. */
export function isMassLoss(missing: number, total: number): boolean {
  return missing > Math.max(fewPhotos, largePart * total);
}
