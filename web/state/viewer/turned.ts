interface Sides {
  readonly width: number | null;
  readonly height: number | null;
}

/** Whether a photo was turned by a quarter: its sides have changed places. */
export function isTurned(before: Sides, now: Sides): boolean {
  return before.width !== before.height && before.width === now.height && before.height === now.width;
}
