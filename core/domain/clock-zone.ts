import { instantAt, isTimeZone, wallClockAt } from './time-zone.ts';

/** Converts between UTC and the wall clock of a time zone; see `time-zone.ts` for the two kinds of seconds. */
export interface ClockZone {
  toInstant(wallClock: number): number;
  toWallClock(instant: number): number;
}

/** @param minutes east of UTC */
export const fixedZone = (minutes: number): ClockZone => ({
  toInstant: (wallClock) => wallClock - minutes * 60,
  toWallClock: (instant) => instant + minutes * 60,
});

/** @param name an IANA name that this machine knows */
export const namedZone = (name: string): ClockZone => ({
  toInstant: (wallClock) => instantAt(wallClock, name),
  toWallClock: (instant) => wallClockAt(instant, name),
});

const offset = /^([+-])(\d{2}):(\d{2})$/;

/** Parses a time zone: `Europe/Lisbon` or `+02:00`; null for any other text. */
export function clockZone(text: string): ClockZone | null {
  const [, sign, hours = '', minutes = ''] = offset.exec(text) ?? [];
  if (sign === undefined) return /^[A-Za-z]/.test(text) && isTimeZone(text) ? namedZone(text) : null;
  const total = Number(hours) * 60 + Number(minutes);
  // Real offsets are between −12:00 and +14:00.
  return Number(minutes) < 60 && total <= (sign === '+' ? 14 : 12) * 60
    ? fixedZone(sign === '+' ? total : -total)
    : null;
}

/** `+02:00` for 120 minutes. */
export function offsetText(minutes: number): string {
  const [hours, minutesPast] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutesPast).padStart(2, '0')}`;
}
