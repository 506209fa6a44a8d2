/** Up to so many photos may vanish from any library without a question. */
const FEW = 20;
const LARGE_PART = 0.2;

/**
 * Whether so many photos vanish at once that it looks like an empty mount or a wrong key rather than like somebody
 * tidying up.
 */
export function isMassLoss(missing: number, total: number): boolean {
  return missing > Math.max(FEW, LARGE_PART * total);
}
