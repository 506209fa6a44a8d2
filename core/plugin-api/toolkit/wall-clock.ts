/*
 * Two kinds of seconds: an *instant* is epoch seconds UTC; a *wall clock* is what the clocks at a place show, written
 * as if they stood in UTC. Their difference is the offset of the place at that time.
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

/** The wall clock of a time zone at an instant. @throws RangeError for an unknown time zone */
export function wallClockAt(instant: number, zone: string): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant * 1000)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Math.floor(Date.UTC(year, month - 1, day, hour, minute, second) / 1000);
}
