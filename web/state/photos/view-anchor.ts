/** A place in the timeline that means the same after photos came or went and after the window changed its width. */
export interface ViewAnchor {
  readonly year: number;
  readonly month: number;
  /** Which photo of the month, from 0. */
  readonly within: number;
  /** Pixels from the top of that photo down to the top of the view; negative while the heading shows. */
  readonly dy: number;
}

/** What the browser kept of an earlier visit, perhaps one to another version of this page; null when it is no anchor. */
export function readViewAnchor(kept: unknown): ViewAnchor | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { year, month, within, dy } = kept as Record<keyof ViewAnchor, unknown>;
  const whole = [year, month, within].every(Number.isInteger);
  return whole && Number.isFinite(dy) ? ({ year, month, within, dy } as ViewAnchor) : null;
}
