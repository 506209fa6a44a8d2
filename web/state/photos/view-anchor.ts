/** A place in the timeline that stays valid after photos were added or removed, or the window was resized. */
export interface ViewAnchor {
  readonly year: number;
  readonly month: number;
  /** The index of the photo in its month, from 0. */
  readonly within: number;
  /** Pixels from the top of that photo down to the top of the view; negative while the heading is visible. */
  readonly dy: number;
}

/** Parses what the browser stored on an earlier visit, perhaps by another version of this page; null if it is invalid. */
export function readViewAnchor(stored: unknown): ViewAnchor | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { year, month, within, dy } = stored as Record<keyof ViewAnchor, unknown>;
  const areIntegers = [year, month, within].every(Number.isInteger);
  return areIntegers && Number.isFinite(dy) ? ({ year, month, within, dy } as ViewAnchor) : null;
}
