/** Seconds skipped: short by arrow keys; long by buttons, letter keys and double taps. */
export const shortSkip = 5;
export const longSkip = 10;
