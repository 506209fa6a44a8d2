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
 * The instant at which the clocks of `zone` show `wallClock`; see `wallClockAt`. A time that they skip in spring is taken to
 * be after the change, one that they show twice in autumn to be the first.
 */
export function instantAt(wallClock: number, zone: string): number {
  const before = wallClock - (wallClockAt(wallClock - 86400, zone) - (wallClock - 86400));
  if (wallClockAt(before, zone) === wallClock) return before;
  const after = wallClock - (wallClockAt(wallClock + 86400, zone) - (wallClock + 86400));
  return wallClockAt(after, zone) === wallClock ? after : before;
}

/** The IANA zone at a point of the globe; null where this machine's data are older than its name. */
export function zoneAt(lat: number, lng: number): string | null {
  const zone = tzLookup(lat, lng);
  return isTimeZone(zone) ? zone : null;
}

/** `2024-02-29T23:59:58` */
export function formatWallClock(wallClock: number): string {
  return new Date(wallClock * 1000).toISOString().slice(0, 19);
}
