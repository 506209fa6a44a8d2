/** Seconds that keys go back or on: by arrows, and by buttons, letters and two taps. */
export const shortSkip = 5;
export const longSkip = 10;
