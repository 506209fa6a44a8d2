import tzLookup from '@photostructure/tz-lookup';

/*
 * Two kinds of seconds: an *instant* is epoch seconds UTC; a *wall clock* is what the clocks at a place show, written
 * as if they stood in UTC. Their difference is the place's offset at that time.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Whether `zone` is an IANA name that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of `zone` show at `instant`. */
export function wallClockAt(instant: number, zone: string): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant * 1000)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Math.floor(Date.UTC(year, month - 1, day, hour, minute, second) / 1000);
}

/**
 * When the clocks of `zone` show `wallClock`. A time that they skip in spring is taken to be after the change, one
 * that they show twice in autumn to be the first.
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
