import { wallClockAt } from 'photofinch/plugin-api/toolkit';

/** A time of day at which something happens once a day, on the clock of a time zone. */
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
 * Each day of the calendar has exactly one. On a day whose clock jumps over the time, it is the first moment after the
 * jump; where the clock shows the time twice, it is the first of both.
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
  const wanted = day * DAY + hour * 3600 + minute * MINUTE;
  // What a clock in UTC would say, off by the zone's offset: zones lie within fourteen hours of it.
  let low = Math.floor((wanted - 15 * 3600) / MINUTE);
  let high = Math.floor((wanted + 15 * 3600) / MINUTE);
  // The first minute at which the zone's clock has reached the wanted time. The clock never goes back past it before,
  // save within the hour that it shows twice, whose first passage a search for the first true still may miss: see below.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (wallClockAt(middle * MINUTE, timeZone) >= wanted) high = middle;
    else low = middle + 1;
  }
  const found = low * MINUTE;
  return firstPassage(found, wanted, timeZone);
}

/** The earlier of two moments at which the clock shows the same, when it was put back in between. */
function firstPassage(found: number, wanted: number, timeZone: string): number {
  for (const back of [30, 60, 120]) {
    const earlier = found - back * MINUTE;
    if (wallClockAt(earlier, timeZone) === wanted) return earlier;
  }
  return found;
}

/** Number of the calendar day in the zone. */
function dayOf(time: number, timeZone: string): number {
  return Math.floor(wallClockAt(time, timeZone) / DAY);
}
