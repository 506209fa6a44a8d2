import type { Photo } from '../../core/http/wire.ts';

/** How dates and numbers are written where nothing else is said; until `writeIn`, as the browser does. */
let usual: string | undefined;

/** From now on dates and numbers are written as in this language: the one that the page speaks. */
export function writeIn(locale: string): void {
  usual = locale;
}

/** Making one takes a hundred times as long as using it, and a list says the time of each of its photos. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function madeOnce<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => F): F {
  const format = (formats.get(key) as F | undefined) ?? make();
  formats.set(key, format);
  return format;
}

function dateFormat(language: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return madeOnce(JSON.stringify(['date', language, options]), () => new Intl.DateTimeFormat(language, options));
}

function numberFormat(language: string | undefined, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return madeOnce(JSON.stringify(['number', language, options]), () => new Intl.NumberFormat(language, options));
}

/** `June 2024`, in the language of the page or the one given. */
export function monthName(year: number, month: number, language = usual): string {
  const date = new Date(0);
  // setUTCFullYear, since Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, 1);
  return dateFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}

/** `22 November`: a day of any year. */
export function dayName({ month, day }: { month: number; day: number }, language = usual): string {
  // A leap year has all days.
  const date = new Date(Date.UTC(2024, month - 1, day));
  return dateFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(date);
}

/** `Jun 2023 – Aug 2024`, or one month; it stays on one line. Empty when unknown. Epoch seconds. */
export function timeSpan(from: number | null, to: number | null, language = usual): string {
  if (from === null || to === null) return '';
  const format = dateFormat(language, { month: 'short', year: 'numeric' });
  return format.formatRange(from * 1000, to * 1000).replaceAll(/\s/g, '\u00a0');
}

/** A wall-clock time without zone, as written where the photo was taken. */
export function captureTime(local: string, language = usual): string {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return local;
  return dateFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(date);
}

/** Day and time of `captureTime` apart. */
export function captureDayAndClock(local: string, language = usual): { day: string; clock: string } {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return { day: local, clock: '' };
  return {
    day: dateFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(date),
    clock: dateFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(date),
  };
}

/** How far the clock at the place of capture was from UTC: `UTC+2`, `UTC−3:30`; empty when it was not, or nobody knows. */
export function clockOffset({ taken_at, taken_at_local }: Pick<Photo, 'taken_at' | 'taken_at_local'>): string {
  const local = Date.parse(`${taken_at_local.slice(0, 19)}Z`) / 1000;
  const minutes = Math.round((local - taken_at) / 60);
  if (!Number.isFinite(minutes) || Math.abs(minutes) > 14 * 60) return '';
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  const sign = minutes < 0 ? '−' : '+';
  return minutes === 0 ? '' : `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Epoch seconds → date and time in the browser's zone. */
export function momentInTime(seconds: number, language = usual): string {
  const date = new Date(seconds * 1000);
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** `1,234`. */
export function formatCount(count: number, language = usual): string {
  return numberFormat(language).format(count);
}

/** `1.2K`, where there is little room. */
export function formatShortCount(count: number, language = usual): string {
  return numberFormat(language, { notation: 'compact' }).format(count);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** `3.4 MB`. */
export function fileSize(bytes: number, language = usual): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay: 'short' };
  return numberFormat(language, { ...options, maximumSignificantDigits: 3 }).format(bytes / 1000 ** power);
}

/** `4000 × 3000, 12 MP`; empty when unknown. */
export function pictureSize({ width, height }: Pick<Photo, 'width' | 'height'>, language = usual): string {
  if (!width || !height) return '';
  const megapixels = (width * height) / 1e6;
  const count = numberFormat(language, { maximumSignificantDigits: 2 }).format(megapixels);
  return megapixels < 0.1 ? `${width} × ${height}` : `${width} × ${height}, ${count} MP`;
}

/** A fraction → `87 %`, in whole numbers; what is below nothing is nothing. */
export function percent(fraction: number, language = usual): string {
  return numberFormat(language, { style: 'percent' }).format(Math.max(0, fraction));
}

/** Seconds → `about 3 min`, coarse on purpose. */
export function duration(seconds: number, language = usual): string {
  const [value, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.round(value));
}

/** Seconds → `3 days`, `5 hr`: the largest unit that fits. */
export function longDuration(seconds: number, language = usual): string {
  if (seconds < 86_400) return duration(seconds, language);
  const format = numberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return format.format(Math.floor(seconds / 86_400));
}
