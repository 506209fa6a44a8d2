import type { SearchWord } from './search-words.ts';

/** A date that stands in a search text: years, months of any year, or both. */
export interface SearchDate {
  /** How many words it takes. */
  readonly words: number;
  /** First and last, both included. */
  readonly years: readonly (readonly [from: number, to: number])[];
  /** 1 to 12. */
  readonly months: readonly number[];
}

/** English, German and French, without diacritics. */
const months: Readonly<Record<string, number>> = {
  ...{ january: 1, februar: 2, february: 2, marz: 3, maerz: 3, april: 4, mai: 5, june: 6, july: 7, august: 8 },
  ...{ september: 9, october: 10, november: 11, december: 12 },
  ...{ januar: 1, janner: 1, jaenner: 1, feber: 2, juni: 6, juli: 7, oktober: 10, dezember: 12 },
  ...{ janvier: 1, fevrier: 2, avril: 4, juin: 6, juillet: 7, aout: 8 },
  ...{ septembre: 9, octobre: 10, novembre: 11, decembre: 12 },
};

/** Words that are something else as well: they are months beside a year or after `in`. */
const unsureMonths: Readonly<Record<string, number>> = {
  ...{ mars: 3, janv: 1, fevr: 2, avr: 4, juil: 7 },
  ...{ may: 5, march: 3, jan: 1, feb: 2, mar: 3, mrz: 3, apr: 4, jun: 6, jul: 7, aug: 8, sep: 9, sept: 9 },
  ...{ oct: 10, okt: 10, nov: 11, dec: 12, dez: 12 },
};

const monthMarks = new Set(['in', 'im', 'en']);
const rangeWords = new Set(['to', 'until', 'till', 'bis', 'a']);
/** The first photograph that shows people is of 1838. */
const oldestYear = 1838;

/** Reads the date that begins at a word; null when none does. @param newestYear the last that can be meant */
export function dateAt(words: readonly SearchWord[], at: number, text: string, newestYear: number): SearchDate | null {
  const year = yearOf(words[at], newestYear);
  if (year !== null) return yearsFrom(words.slice(at, at + 3), text, year, newestYear);
  const month = monthAt(words, at, newestYear);
  return month === null ? null : { words: 1, years: [], months: [month] };
}

/** @param words the one that says the year, and two more */
function yearsFrom(words: readonly SearchWord[], text: string, year: number, newestYear: number): SearchDate {
  const [word, next, afterNext] = words;
  const between = text.slice(word?.end, next?.start);
  const dash = next !== undefined && /^\s*[-–—]\s*$/.test(between);
  const until = dash ? yearOf(next, newestYear) : null;
  if (until !== null && until >= year) return { words: 2, years: [[year, until]], months: [] };
  // 2023-06
  if (between.length === 1 && dash && /^(?:0[1-9]|1[0-2])$/.test(next.key)) {
    return { words: 2, years: [[year, year]], months: [Number(next.key)] };
  }
  if (next !== undefined && rangeWords.has(next.key)) {
    const last = yearOf(afterNext, newestYear);
    if (last !== null && last >= year) return { words: 3, years: [[year, last]], months: [] };
  }
  return { words: 1, years: [[year, year]], months: [] };
}

function yearOf(word: SearchWord | undefined, newestYear: number): number | null {
  if (word?.quote !== null || !/^\d{4}$/.test(word.key)) return null;
  const year = Number(word.key);
  return year >= oldestYear && year <= newestYear ? year : null;
}

function monthAt(words: readonly SearchWord[], at: number, newestYear: number): number | null {
  const key = words[at]?.key ?? '';
  const sure = own(months, key);
  if (sure !== null) return sure;
  const [before, after] = [words[at - 1], words[at + 1]];
  const isMeant =
    yearOf(before, newestYear) !== null || yearOf(after, newestYear) !== null || isAfterMonthMark(words, at);
  return isMeant ? own(unsureMonths, key) : null;
}

/** `in May` is the month, also where a person is called May. */
export function isAfterMonthMark(words: readonly SearchWord[], at: number): boolean {
  const before = words[at - 1];
  return before?.quote === null && monthMarks.has(before.key);
}

/** `constructor` is a word that people may search for. */
function own(table: Readonly<Record<string, number>>, key: string): number | null {
  return (Object.hasOwn(table, key) ? table[key] : null) ?? null;
}
