import type { DateText } from './date-text.ts';

/** A day or a month as it is written at one end of a range, where the other end may have what is missing. */
export interface WrittenDay {
  readonly words: number;
  /** Null for a whole month. */
  readonly day: number | null;
  readonly month: number | null;
  readonly year: number | null;
  readonly form: 'day first' | 'month first' | 'month' | 'day' | DigitForm;
  /** Whether it is a date even without a year: `may 3` may be something else. */
  readonly plain: boolean;
}

/** `14.6.`, `14/6`, `6/14`. */
type DigitForm = 'digits' | 'month first in digits';

/** How a day or a month may begin at a word, the longest first. */
export function writtenDaysAt(text: DateText, at: number): WrittenDay[] {
  return [...inDigits(text, at), ...inWords(text, at)];
}

function inDigits(text: DateText, at: number): WrittenDay[] {
  const [first, second] = [text.key(at), text.key(at + 1)].map((key) => (/^\d{1,2}$/.test(key) ? Number(key) : 0));
  const mark = text.behind(at).trim();
  if (!first || !second || !/^[./]$/.test(mark) || isBehindDigits(text, at)) return [];
  const year = text.behind(at + 1).trim() === mark ? text.yearAt(at + 2) : null;
  const written = (day: number, month: number, form: DigitForm): WrittenDay[] =>
    day <= 31 && month <= 12 ? [{ words: year === null ? 2 : 3, day, month, year, form, plain: false }] : [];
  return [
    ...written(first, second, 'digits'),
    ...(mark === '/' ? written(second, first, 'month first in digits') : []),
  ];
}

function inWords(text: DateText, at: number): WrittenDay[] {
  const day = text.dayAt(at);
  if (day === null) return inWordsFromMonth(text, at);
  // The 6 of `14.6.` is a month.
  if (isBehindDigits(text, at)) return [];
  const of = ['of', 'de'].includes(text.key(at + 1)) ? 1 : 0;
  const month = text.anyMonth(at + 1 + of);
  const dayAlone = withYear(text, at, { words: 1, day, month: null, form: 'day', plain: false });
  if (month === null) return dayAlone;
  return [...withYear(text, at, { words: 2 + of, day, month, form: 'day first', plain: true }), ...dayAlone];
}

function inWordsFromMonth(text: DateText, at: number): WrittenDay[] {
  const month = text.anyMonth(at);
  if (month === null) return [];
  const day = text.dayAt(at + 1);
  const isSure = text.sureMonth(at) !== null;
  const plain = isSure || /\D/.test(text.key(at + 1));
  return [
    ...(day === null ? [] : withYear(text, at, { words: 2, day, month, form: 'month first', plain })),
    ...withYear(text, at, { words: 1, day: null, month, form: 'month', plain: isSure }),
  ];
}

/** With the year behind it, if there is one, and without. */
function withYear(text: DateText, at: number, written: Omit<WrittenDay, 'year'>): WrittenDay[] {
  const year = text.yearAt(at + written.words);
  return [...(year === null ? [] : [{ ...written, words: written.words + 1, year }]), { ...written, year: null }];
}

const isBehindDigits = (text: DateText, at: number): boolean =>
  /^\d{1,2}$/.test(text.key(at - 1)) && /^[./]$/.test(text.behind(at - 1).trim());
