import { utcStamp } from '../../domain/utc-stamp.ts';

/** `index-20261121T083000.123Z.sqlite3`: sorts by time. */
const pattern = /^index-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?:\.(\d{3}))?Z\.sqlite3$/;

/** @param time milliseconds since the epoch */
export function snapshotName(time: number): string {
  return `index-${utcStamp(time)}.sqlite3`;
}

/** Epoch seconds from a snapshot's name; null if it is not the name of a snapshot. */
export function takenAt(name: string): number | null {
  const match = pattern.exec(name);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, millisecond = '000'] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  // Rejects dates such as 30 February, which some parsers read as 2 March, and times such as 25:00.
  const stamp = `${year}${month}${day}T${hour}${minute}${second}.${millisecond}Z`;
  return !Number.isNaN(time) && snapshotName(time) === `index-${stamp}.sqlite3` ? Math.floor(time / 1000) : null;
}
