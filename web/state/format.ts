import type { Photo } from '../../core/http/wire.ts';

/** The locale of dates and numbers if none is given; undefined, for the browser's own, until `writeIn` sets it. */
let defaultLocale: string | undefined;

/** Sets the locale for dates and numbers to that of the page. */
export function writeIn(locale: string): void {
  defaultLocale = locale;
}

/** Creating a format takes a hundred times as long as using it, and a list formats a time for each of its photos. */
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

function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** `June 2024` or `Jun 2024`, in the language of the page or the one given. */
export function monthName(
  year: number,
  month: number,
  language = defaultLocale,
  length: 'long' | 'short' = 'long',
): string {
  const format = dateFormat(language, { month: length, year: 'numeric', timeZone: 'UTC' });
  return format.format(dateOf(year, month, 1));
}

/** `Saturday, June 29` or `Jun 29`. */
export function dayName(
  year: number,
  month: number,
  day: number,
  language = defaultLocale,
  length: 'long' | 'short',
): string {
  const weekday = length === 'long' ? { weekday: 'long' as const } : {};
  const format = dateFormat(language, { ...weekday, month: length, day: 'numeric', timeZone: 'UTC' });
  return format.format(dateOf(year, month, day));
}

/** A day, formatted with the given options. */
export function dayInWords(
  { year, month, day }: { year: number; month: number; day: number },
  options: Intl.DateTimeFormatOptions,
  language = defaultLocale,
): string {
  return dateFormat(language, { ...options, timeZone: 'UTC' }).format(dateOf(year, month, day));
}

/** `Jun 2023 – Aug 2024`, or a single month, without line breaks, from dates such as `2024-06-29`; empty if unknown. */
export function timeSpan(from: string | null, to: string | null, language = defaultLocale): string {
  const [first, last] = [from, to].map((date) => Date.parse(`${(date ?? '').slice(0, 10)}T00:00Z`));
  if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) return '';
  const format = dateFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.formatRange(first, last).replace(/\s/g, '\u00a0');
}

/** `22 November`: a day of any year. */
export function yearlyDayName({ month, day }: { month: number; day: number }, language = defaultLocale): string {
  // A leap year has all days.
  return dateFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(dateOf(2024, month, day));
}

/** A wall-clock time without time zone, in the local time of the place of capture. */
export function captureTime(local: string, language = defaultLocale): string {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return local;
  return dateFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(date);
}

/** A short `captureTime`: `Jun 29, 2024, 5:03 PM`. */
export function shortCaptureTime(local: string, language = defaultLocale): string {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return local;
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(date);
}

/** `captureTime` as separate day and time. */
export function captureDayAndClock(local: string, language = defaultLocale): { day: string; clock: string } {
  const date = new Date(`${local.slice(0, 19)}Z`);
  if (Number.isNaN(date.getTime())) return { day: local, clock: '' };
  return {
    day: dateFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(date),
    clock: dateFormat(language, { timeStyle: 'short', timeZone: 'UTC' }).format(date),
  };
}

/** The UTC offset at the place of capture: `UTC+2`, `UTC−3:30`; empty if it is zero or unknown. */
export function clockOffset({ taken_at, taken_at_local }: Pick<Photo, 'taken_at' | 'taken_at_local'>): string {
  const local = Date.parse(`${taken_at_local.slice(0, 19)}Z`) / 1000;
  const minutes = Math.round((local - taken_at) / 60);
  if (!Number.isFinite(minutes) || Math.abs(minutes) > 14 * 60) return '';
  const minutesLeft = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  const sign = minutes < 0 ? '−' : '+';
  return minutes === 0
    ? ''
    : `UTC${sign}${hours}${minutesLeft === 0 ? '' : `:${String(minutesLeft).padStart(2, '0')}`}`;
}

/** Formats epoch seconds as date and time in the browser's time zone. */
export function momentInTime(seconds: number, language = defaultLocale): string {
  const date = new Date(seconds * 1000);
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** `1,234`. */
export function formatCount(count: number, language = defaultLocale): string {
  return numberFormat(language).format(count);
}

/** `1.2K`, for narrow spaces. */
export function formatShortCount(count: number, language = defaultLocale): string {
  return numberFormat(language, { notation: 'compact' }).format(count);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** `3.4 MB`. */
export function fileSize(bytes: number, language = defaultLocale): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay: 'short' };
  return numberFormat(language, { ...options, maximumSignificantDigits: 3 }).format(bytes / 1000 ** power);
}

/** `4000 × 3000, 12 MP`; empty if unknown. */
export function pictureSize({ width, height }: Pick<Photo, 'width' | 'height'>, language = defaultLocale): string {
  if (!width || !height) return '';
  const megapixels = (width * height) / 1e6;
  const count = numberFormat(language, { maximumSignificantDigits: 2 }).format(megapixels);
  return megapixels < 0.1 ? `${width} × ${height}` : `${width} × ${height}, ${count} MP`;
}

/** Seconds → `3 min`, rounded to one unit. */
export function duration(seconds: number, language = defaultLocale): string {
  const [value, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.round(value));
}

/** Seconds → `3 days`, `5 hr`: the largest unit that fits. */
export function longDuration(seconds: number, language = defaultLocale): string {
  if (seconds < 86_400) return duration(seconds, language);
  const format = numberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return format.format(Math.floor(seconds / 86_400));
}

/** A length: `20 km`. */
export function formatLength(
  { value, unit }: { value: number; unit: 'kilometer' | 'meter' | 'mile' | 'foot' },
  language = defaultLocale,
): string {
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** The name of a country by its two-letter code. */
export function countryName(code: string, language = defaultLocale): string {
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(code) ?? code;
}
