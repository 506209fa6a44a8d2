import { dayOf, type Period } from './day.ts';

/**
 * Parses a typed date: `2019`, `May 2019`, `17 May 2019`, `17.5.2019`, `5/2019`, `2019-05-17`; numbers in the order of the
 * language.
 * @param locale the language of month names, such as `de-AT`
 * @param thisYear years of two digits are not later than this
 * @returns null if the text is not a date
 */
export function parseTypedDate(typed: string, locale: string, thisYear: number): Period | null {
  const words = withoutAccents(typed).match(/\d+|\p{L}+/gu) ?? [];
  const names = words.filter((word) => /\p{L}/u.test(word) && !fillers.has(word));
  const numbers = words.filter((word) => /\d/.test(word));
  if (names.length > 1 || numbers.length === 0) return null;
  const [name] = names;
  if (name === undefined) return periodOfNumbers(numbers, locale, thisYear);
  const month = monthNamed(name, locale);
  if (month === null || numbers.length > 2) return null;
  // `17 May 2019`, `May 17, 2019`, `2019 May 17`: a day has at most two digits, and if both numbers have two, the year comes
  // last.
  const [first = '', second] = numbers;
  if (second === undefined) return first.length === 4 ? validPeriod(Number(first), month) : null;
  return first.length > 2
    ? validPeriod(Number(first), month, second)
    : validPeriod(yearOf(second, thisYear), month, first);
}

/** Words in dates without a meaning of their own: `1er mai`, `17th of May`, `den 17. Mai`. */
const fillers = new Set(['er', 'st', 'nd', 'rd', 'th', 'of', 'the', 'den', 'am', 'le', 'de', 'd']);

function periodOfNumbers(numbers: readonly string[], locale: string, thisYear: number): Period | null {
  const [a = '', b, c] = numbers;
  if (b === undefined) return a.length === 4 ? validPeriod(Number(a)) : null;
  if (c === undefined) {
    // `2019-05` or `5/2019`: the number of four digits is the year.
    if (a.length === 4) return validPeriod(Number(a), Number(b));
    return b.length === 4 ? validPeriod(Number(b), Number(a)) : null;
  }
  if (numbers.length > 3) return null;
  if (a.length === 4) return validPeriod(Number(a), Number(b), c);
  const [day, month] = monthComesFirst(locale) ? [b, a] : [a, b];
  const year = yearOf(c, thisYear);
  // If the order of this locale gives no valid date, the other order is tried.
  return validPeriod(year, Number(month), day) ?? validPeriod(year, Number(day), month);
}

/** Null if there is no such date, such as 30 February. */
function validPeriod(year: number, month?: number, day?: string): Period | null {
  if (dayOf(year, month ?? 1, Number(day ?? 1)) === null) return null;
  if (month === undefined) return { year };
  return day === undefined ? { year, month } : { year, month, day: Number(day) };
}

/** `19` → 2019, `87` → 1987; NaN for one or three digits. */
function yearOf(typed: string, thisYear: number): number {
  if (typed.length === 4) return Number(typed);
  if (typed.length !== 2) return NaN;
  const year = Math.floor(thisYear / 100) * 100 + Number(typed);
  return year > thisYear ? year - 100 : year;
}

/** The month with this name; also by the first letters, if they are unambiguous. */
function monthNamed(name: string, locale: string): number | null {
  if (name.length < 3) return null;
  const all = monthNames(locale);
  const matches = all.flatMap((names, i) => (names.some((full) => full.startsWith(name)) ? [i + 1] : []));
  const exact = all.findIndex((names) => names.includes(name)) + 1;
  if (exact > 0) return exact;
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** The long and short names of each month. */
function monthNames(locale: string): string[][] {
  const options = [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const;
  const formats = options.map((option) => new Intl.DateTimeFormat(locale, { ...option, timeZone: 'UTC' }));
  return Array.from({ length: 12 }, (_, i) =>
    formats.map((format) => {
      const part = format.formatToParts(Date.UTC(2024, i, 1)).find(({ type }) => type === 'month');
      return withoutAccents(part?.value ?? '').replace('.', '');
    }),
  );
}

function monthComesFirst(locale: string): boolean {
  const types = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return types.indexOf('month') < types.indexOf('day');
}

/** Lower case without diacritics: `Février` → `fevrier`. `ä` in `März` may also be typed as `ae`. */
function withoutAccents(text: string): string {
  const letters = text.toLowerCase().replace('maerz', 'märz');
  return letters.normalize('NFD').replace(/\p{M}/gu, '');
}
