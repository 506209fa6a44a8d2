import { wallClockAt } from 'photofinch/plugin-api/toolkit';

/** A time of day in a time zone, at which something is done daily. */
export interface DailySlot {
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
}

const MINUTE = 60;
const DAY = 86_400;

/**
 * The last slot up to `now`, epoch seconds.
 *
 * Each calendar day has exactly one slot. If the clock skips its time on that day, the slot is the first moment after the
 * skipped time; if the clock shows its time twice, it is the first of the two.
 */
export function lastSlot(now: number, slot: DailySlot, timeZone: string): number {
  const today = daySlot(now, slot, timeZone);
  return today <= now ? today : daySlot(now - DAY, slot, timeZone, dayOf(now, timeZone) - 1);
}

/** The first slot after `now`, epoch seconds. */
export function nextSlot(now: number, slot: DailySlot, timeZone: string): number {
  const today = daySlot(now, slot, timeZone);
  return today > now ? today : daySlot(now + DAY, slot, timeZone, dayOf(now, timeZone) + 1);
}

/** The slot of the calendar day of `near`, or of `day`. */
function daySlot(near: number, { hour, minute }: DailySlot, timeZone: string, day = dayOf(near, timeZone)): number {
  const wallClock = day * DAY + hour * 3600 + minute * MINUTE;
  // The same wall clock in UTC, which differs by the zone's offset: at most fourteen hours.
  let low = Math.floor((wallClock - 15 * 3600) / MINUTE);
  let high = Math.floor((wallClock + 15 * 3600) / MINUTE);
  // The first minute at which the zone's clock has reached the wanted time. From then on, the clock stays at or past it,
  // except when an hour is repeated: this search may miss its first occurrence, see below.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (wallClockAt(middle * MINUTE, timeZone) >= wallClock) high = middle;
    else low = middle + 1;
  }
  const moment = low * MINUTE;
  return firstPassage(moment, wallClock, timeZone);
}

/** If the clock was put back and shows the same time twice, the earlier of the two moments. */
function firstPassage(moment: number, wallClock: number, timeZone: string): number {
  for (const back of [30, 60, 120]) {
    const earlier = moment - back * MINUTE;
    if (wallClockAt(earlier, timeZone) === wallClock) return earlier;
  }
  return moment;
}

/** Number of the calendar day in the zone. */
function dayOf(time: number, timeZone: string): number {
  return Math.floor(wallClockAt(time, timeZone) / DAY);
}
