import { wallClockOf } from 'photofinch/plugin-api/toolkit';

/**
 * Parses the time in a file name of phones, cameras and messengers: `IMG_20200102_030405.jpg`, `PXL_20200102_…`,
 * `VID-20200102-WA0001.mp4`, `Screenshot_2020-01-02-03-04-05.png`, `2020-01-02 03.04.05.jpg`,
 * `signal-2020-01-02-030405`.
 * @returns the wall clock in seconds as if it were UTC, and whether it really is UTC; null without a time
 */
export function timeInName(path: string): { wallClock: number; utc: boolean } | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const match = pattern.exec(name);
  if (!match) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  const wallClock = wallClockOf(part(1), part(2), part(3), match[4] === undefined ? 12 : part(4), part(5), part(6));
  // Pixel phones name their files in UTC.
  return wallClock === null ? null : { wallClock, utc: name.startsWith('PXL_') && match[4] !== undefined };
}

/** A date, perhaps with a time and milliseconds, and not inside a longer number. The time of a date alone is noon. */
const pattern =
  /(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?:(?:[-_. T]|\sat\s|, )?([01]\d|2[0-3])[-_.:h]?([0-5]\d)[-_.:m]?([0-5]\d)(?:\d{3})?)?(?!\d)/;

/** The instant at which clocks in the time zone of this process show a wall clock. */
export function localInstant(wallClock: number): number {
  const at = new Date(wallClock * 1000);
  return (
    new Date(
      at.getUTCFullYear(),
      at.getUTCMonth(),
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    ).getTime() / 1000
  );
}

/** The maximum of a JavaScript date in seconds; the minimum is its negative. */
const END_OF_TIME = 8.64e12;

/**
 * The time of a file in epoch seconds, limited to the range of a JavaScript date, since some file systems report arbitrary
 * numbers.
 */
export const fileSeconds = (milliseconds: number): number =>
  Math.max(-END_OF_TIME, Math.min(END_OF_TIME, Math.floor(milliseconds / 1000)));
