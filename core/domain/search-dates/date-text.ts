import { dateOf, epochDay, type DaySpan, type EpochDay } from '../epoch-day.ts';
import type { SearchWord } from '../search-words.ts';
import { months, unsureMonths } from './vocabulary.ts';

/** A date that stands in a search text. All that it says must hold. */
export interface SearchDate {
  /** How many words it takes. */
  readonly words: number;
  /** Any of them will do; none means any day. */
  readonly spans: readonly DaySpan[];
  /** Named months, 1 to 12. Spans are already limited to them. */
  readonly months: readonly number[];
  /** 1 for Monday to 7 for Sunday. */
  readonly weekdays: readonly number[];
  /** Days of any year, by month and day. */
  readonly yearlyDays: readonly YearlyDay[];
}

export interface YearlyDay {
  readonly month: number;
  readonly day: number;
}

/** The first photograph that shows people is of 1838. */
const oldestYear = 1838;

/** A search text as dates are read from it. Words in quotes are no dates. */
export class DateText {
  readonly today: EpochDay;
  readonly year: number;
  readonly #words: readonly SearchWord[];
  readonly #text: string;

  /** @param today where the library is at home */
  constructor(words: readonly SearchWord[], text: string, today: EpochDay) {
    this.#words = words;
    this.#text = text;
    this.today = today;
    this.year = dateOf(today).year;
  }

  /** Empty where there is no word, or one in quotes. */
  key(at: number): string {
    const word = this.#words[at];
    return word?.quote === null ? word.key : '';
  }

  /** As written. */
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

  /** A camera's clock may be ahead, and so may the zone where a photo was taken: next year can be meant. */
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

/** A day that the calendar has; null for 31 April, and for 380 February. */
export function realDay(year: number, month: number, day: number): EpochDay | null {
  const at = epochDay(year, month, day);
  return dateOf(at).day === day ? at : null;
}

const nothing = { spans: [], months: [], weekdays: [], yearlyDays: [] };

export const spanDate = (words: number, span: DaySpan, named: readonly number[] = []): SearchDate => ({
  ...nothing,
  words,
  spans: [span],
  months: named,
});

/** A date that comes again and again. */
export const recurring = (words: number, what: Partial<Omit<SearchDate, 'words'>>): SearchDate => ({
  ...nothing,
  ...what,
  words,
});
