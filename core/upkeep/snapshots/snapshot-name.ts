import { utcStamp } from '../../domain/utc-stamp.ts';

/** `index-20261121T083000.123Z.sqlite3`: sorts by time. */
const pattern = /^index-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?:\.(\d{3}))?Z\.sqlite3$/;

/** @param time milliseconds since the epoch */
export function snapshotName(time: number): string {
  return `index-${utcStamp(time)}.sqlite3`;
}

/** Epoch seconds of the moment in a snapshot's name; null when it is the name of no snapshot. */
export function takenAt(name: string): number | null {
  const match = pattern.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, millisecond = '000'] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  // There is no 30th of February, which some parsers take for the 2nd of March, and no 25th hour.
  const stamp = `${year}${month}${day}T${hour}${minute}${second}.${millisecond}Z`;
  return !Number.isNaN(time) && snapshotName(time) === `index-${stamp}.sqlite3` ? Math.floor(time / 1000) : null;
}
