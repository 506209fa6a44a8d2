import tzLookup from '@photostructure/tz-lookup';
import { wallClockAt } from '../plugin-api/toolkit/wall-clock.ts';

export { wallClockAt };

/** Whether `zone` is an IANA name that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    wallClockAt(0, zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant at which clocks in `zone` show `wallClock`; see `wallClockAt`. A time that is skipped in spring counts as
 * after the change, and one that occurs twice in autumn as the first occurrence.
 */
export function instantAt(wallClock: number, zone: string): number {
  const before = wallClock - (wallClockAt(wallClock - 86400, zone) - (wallClock - 86400));
  if (wallClockAt(before, zone) === wallClock) return before;
  const after = wallClock - (wallClockAt(wallClock + 86400, zone) - (wallClock + 86400));
  return wallClockAt(after, zone) === wallClock ? after : before;
}

/** The IANA time zone at a position; null if this machine does not know its name. */
export function zoneAt(lat: number, lng: number): string | null {
  const zone = tzLookup(lat, lng);
  return isTimeZone(zone) ? zone : null;
}

/** `2024-02-29T23:59:58` */
export function formatWallClock(wallClock: number): string {
  return new Date(wallClock * 1000).toISOString().slice(0, 19);
}
