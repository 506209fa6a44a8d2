/** `1:05`, `1:02:03`: a position or duration. */
export function clock(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  const [hours, minutes, secondsLeft] = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60, rounded % 60];
  const twoDigits = (count: number): string => String(count).padStart(2, '0');
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(secondsLeft)}`
    : `${minutes}:${twoDigits(secondsLeft)}`;
}

/** `1 minute 5 seconds`, for screen readers. */
export function spokenClock(seconds: number, language: string): string {
  const rounded = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(rounded / 3600), 'hour'],
    [Math.floor(rounded / 60) % 60, 'minute'],
    [rounded % 60, 'second'],
  ] as const;
  const phrases = parts
    .filter(([count, unit]) => count > 0 || (unit === 'second' && rounded === 0))
    .map(([count, unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    );
  return phrases.join(' ');
}
