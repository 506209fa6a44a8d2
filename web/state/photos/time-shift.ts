/** A duration as typed. */
export interface TypedShift {
  readonly direction: 'later' | 'earlier';
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
}

export const noShift: TypedShift = { direction: 'later', days: '', hours: '', minutes: '', seconds: '' };

/** In seconds; null if it is empty, zero or not a number. */
export function secondsOf({ direction, days, hours, minutes, seconds }: TypedShift): number | null {
  const parts = [days, hours, minutes, seconds].map((typed) => (typed.trim() === '' ? 0 : Number(typed)));
  if (!parts.every((part) => Number.isInteger(part) && part >= 0)) return null;
  const [d = 0, h = 0, m = 0, s = 0] = parts;
  const total = d * 86_400 + h * 3600 + m * 60 + s;
  return total === 0 ? null : direction === 'later' ? total : -total;
}
