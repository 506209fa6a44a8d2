import { wallClockAt } from './time-zone.ts';

/** Seconds. */
export const daySeconds = 86_400;

/** Bytes that were read on a day. */
export interface BytesOfDay {
  /** The number of the day, see `dayIn`. */
  readonly day: number;
  readonly bytes: number;
}

/** The current day in a time zone, counted from 1970. */
export const dayIn = (zone: string, instant: number): number => Math.floor(wallClockAt(instant, zone) / daySeconds);

/** Bytes that were read today. */
export const bytesToday = (spent: BytesOfDay | undefined, today: number): number =>
  spent?.day === today ? spent.bytes : 0;
