import { dateOf, epochDay, type DaySpan, type EpochDay } from '../epoch-day.ts';
import type { SearchWord } from '../search-words.ts';
import { months, unsureMonths } from './vocabulary.ts';

/** A date in a search text. All conditions must hold. */
export interface SearchDate {
  /** The number of words that it takes. */
  readonly words: number;
  /** Any of these periods matches; an empty list means any day. */
  readonly spans: readonly DaySpan[];
  /** Months, 1 to 12. Spans are already limited to them. */
  readonly months: readonly number[];
  /** 1 for Monday to 7 for Sunday. */
  readonly weekdays: readonly number[];
  /** Days of any year, as month and day. */
  readonly yearlyDays: readonly YearlyDay[];
}

/** Words with the form of a range that no days correspond to: `31 to 24 December`. They are text. */
export interface UnreadRange {
  readonly words: number;
  readonly isUnread: true;
}

export interface YearlyDay {
  readonly month: number;
  readonly day: number;
}

/** The first photograph that shows people is from 1838. */
const oldestYear = 1838;

/** A search text from which dates are parsed. Quoted words are not dates. */
export class DateText {
  readonly today: EpochDay;
  readonly year: number;
  readonly #words: readonly SearchWord[];
  readonly #text: string;

  /** @param today the current day in the library's time zone */
  constructor(words: readonly SearchWord[], text: string, today: EpochDay) {
    this.#words = words;
    this.#text = text;
    this.today = today;
    this.year = dateOf(today).year;
  }

  /** Empty if there is no word, or it is quoted. */
  key(at: number): string {
    const word = this.#words[at];
    return word?.quote === null ? word.key : '';
  }

  /** The word as written. */
  written(at: number): string {
    return this.key(at) === '' ? '' : (this.#words[at]?.text ?? '');
  }

  /** The text between a word and the next one. */
  behind(at: number): string {
    return this.#text.slice(this.#words[at]?.end, this.#words[at + 1]?.start);
  }

  isDash(at: number): boolean {
    return this.#words[at + 1] !== undefined && /^[\s.]*[-–—]\s*$/.test(this.behind(at));
  }

  /** Next year is allowed: the clock of a camera, or the time zone of a photo, may be ahead. */
  yearAt(at: number): number | null {
    const key = this.key(at);
    if (!/^\d{4}$/.test(key)) return null;
    const year = Number(key);
    return year >= oldestYear && year <= this.year + 1 ? year : null;
  }

  sureMonth(at: number): number | null {
    return months.get(this.key(at)) ?? null;
  }

  anyMonth(at: number): number | null {
    return this.sureMonth(at) ?? unsureMonths.get(this.key(at)) ?? null;
  }

  /** `3`, `3rd`, `1er`. */
  dayAt(at: number): number | null {
    const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(this.key(at)) ?? [];
    const day = Number(digits ?? 0);
    return day >= 1 && day <= 31 ? day : null;
  }
}

/** A day that exists; null for 31 April, and for 380 February. */
export function realDay(year: number, month: number, day: number): EpochDay | null {
  const at = epochDay(year, month, day);
  return dateOf(at).day === day ? at : null;
}

const nothing = { spans: [], months: [], weekdays: [], yearlyDays: [] };

export const spanDate = (words: number, span: DaySpan, monthNumbers: readonly number[] = []): SearchDate => ({
  ...nothing,
  words,
  spans: [span],
  months: monthNumbers,
});

/** A recurring date. */
export const recurringDate = (words: number, fields: Partial<Omit<SearchDate, 'words'>>): SearchDate => ({
  ...nothing,
  ...fields,
  words,
});
