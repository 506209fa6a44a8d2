const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Seconds to wait after the `attempts`-th failure in a row: 1, 4, 16, … minutes, at most a day. */
export function retryDelay(attempts: number): number {
  return Math.min(MINUTE * 4 ** Math.max(0, attempts - 1), DAY);
}
