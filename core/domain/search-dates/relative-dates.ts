import { dateOf, wholeMonth, wholeWeek, wholeYear, type DaySpan } from '../epoch-day.ts';
import { seasonOf } from './calendar-dates.ts';
import { spanDate, type DateText, type SearchDate } from './date-text.ts';
import {
  DAY,
  lastBefore,
  lastBehind,
  MONTH,
  nearDays,
  seasons,
  smallNumbers,
  thisBefore,
  units,
  WEEK,
  weekdays,
  weekends,
  WINTER,
  YEAR,
} from './vocabulary.ts';

/** A recurring period: a week, a summer, a May, a Saturday. @param back how many periods ago */
type Stretch = (back: number) => DaySpan;

/** Dates relative to today: `yesterday`, `last summer`, `this week`, `3 years ago`, `the last 30 days`. */
export function relativeDateAt(text: DateText, at: number): SearchDate | null {
  return nearDay(text, at) ?? lastSome(text, at) ?? lastOrThis(text, at) ?? someAgo(text, at);
}

function nearDay(text: DateText, at: number): SearchDate | null {
  const key = text.key(at);
  const back = nearDays.get(key);
  const day = (words: number, ago: number): SearchDate => spanDate(words, [text.today - ago, text.today - ago]);
  // German `von hier` means "from here".
  if (key === 'hier' && text.key(at - 1) === 'von') return null;
  if (back !== undefined) return day(1, back);
  if (key === 'aujourd' && text.key(at + 1) === 'hui') return day(2, 0);
  return null;
}

/** Parsed first, since its words begin like `before yesterday`. */
export function dayBeforeYesterday(text: DateText, at: number): SearchDate | null {
  const isSaid = (...words: string[]): boolean => words.every((word, i) => text.key(at + i) === word);
  const words = isSaid('day', 'before', 'yesterday') ? 3 : isSaid('avant', 'hier') ? 2 : 0;
  return words === 0 ? null : spanDate(words, [text.today - 2, text.today - 2]);
}

/** `last 30 days`, `letzte drei Monate`, `3 derniers mois`: up to today. */
function lastSome(text: DateText, at: number): SearchDate | null {
  const count = [at, at + 1].map((i) => numberAt(text, i));
  const inFront = lastBefore.has(text.key(at)) || lastBehind.has(text.key(at));
  const behind = lastBehind.has(text.key(at + 1));
  const number = inFront ? count[1] : behind ? count[0] : 0;
  const unit = units.get(text.key(at + 2));
  if (!number || unit === undefined) return null;
  return spanDate(3, [startOf(text, unit, number), text.today]);
}

/** A number in digits or in words; 0 for none. */
const numberAt = (text: DateText, at: number): number =>
  Number(/^\d{1,3}$/.exec(text.key(at))?.[0] ?? smallNumbers.get(text.key(at)) ?? 0);

function startOf({ today }: DateText, unit: number, count: number): number {
  if (unit === DAY) return today - count + 1;
  if (unit === WEEK) return today - count * 7 + 1;
  const { year, month, day } = dateOf(today);
  const [first, last] = wholeMonth(year, month - (unit === YEAR ? 12 : 1) * count);
  return Math.min(last, first + day - 1) + 1;
}

function lastOrThis(text: DateText, at: number): SearchDate | null {
  const [key, next] = [text.key(at), text.key(at + 1)];
  if (lastBefore.has(key) || thisBefore.has(key)) {
    const found = stretchAt(text, at + 1);
    // `this may be art`
    if (!found || (thisBefore.has(key) && text.key(at + 1) === 'may')) return null;
    const isPast = lastBefore.has(key) || lastBehind.has(text.key(at + 1 + found.words));
    const words = 1 + found.words + (thisBefore.has(key) && isPast ? 1 : 0);
    return spanDate(words, isPast ? found.last() : found.stretch(0));
  }
  if (!lastBehind.has(next) && !lastBehind.has(text.key(at + 2))) return null;
  const found = stretchAt(text, at);
  return found && lastBehind.has(text.key(at + found.words)) ? spanDate(found.words + 1, found.last()) : null;
}

/** `3 years ago`, `vor zwei Jahren`, `il y a 3 ans`: the whole day, week, month or year. */
function someAgo(text: DateText, at: number): SearchDate | null {
  const ago = (words: number, count: number, unit: number | undefined): SearchDate | null =>
    count > 0 && unit !== undefined ? spanDate(words, unitStretch(text, unit)(count)) : null;
  if (text.key(at) === 'vor') return ago(3, numberAt(text, at + 1), units.get(text.key(at + 2)));
  if (['il', 'y', 'a'].every((word, i) => text.key(at + i) === word)) {
    return ago(5, numberAt(text, at + 3), units.get(text.key(at + 4)));
  }
  return text.key(at + 2) === 'ago' ? ago(3, numberAt(text, at), units.get(text.key(at + 1))) : null;
}

interface FoundStretch {
  readonly words: number;
  readonly stretch: Stretch;
  /** The latest period that has ended. */
  readonly last: () => DaySpan;
}

function stretchAt(text: DateText, at: number): FoundStretch | null {
  const key = text.key(at);
  const found = (words: number, stretch: Stretch): FoundStretch => ({
    words,
    stretch,
    last: () => [0, 1, 2].map(stretch).find(([, to]) => to < text.today) ?? stretch(1),
  });
  const unit = units.get(key);
  const weekend = weekendWords(text, at);
  if (weekend > 0) return found(weekend, weekendStretch(text));
  if (unit !== undefined && unit !== DAY) return found(1, unitStretch(text, unit));
  const season = seasons.get(key);
  if (season !== undefined) {
    // From July on, "this winter" is the next one.
    const year = text.year + (season === WINTER && dateOf(text.today).month > 6 ? 1 : 0);
    return found(1, (back) => seasonOf(season, year - back));
  }
  const month = text.anyMonth(at);
  if (month !== null) return found(1, (back) => wholeMonth(text.year - back, month));
  const weekday = weekdays.get(key);
  if (weekday === undefined) return null;
  return found(1, (back) => {
    const day = wholeWeek(text.today)[0] + weekday - 1 - 7 * back;
    return [day, day];
  });
}

function weekendStretch({ today }: DateText): Stretch {
  return (back) => {
    const [, sunday] = wholeWeek(today);
    return [sunday - 1 - 7 * back, sunday - 7 * back];
  };
}

function unitStretch({ today }: DateText, unit: number): Stretch {
  const { year, month } = dateOf(today);
  if (unit === DAY) return (back) => [today - back, today - back];
  if (unit === WEEK) return (back) => wholeWeek(today - 7 * back);
  if (unit === MONTH) return (back) => wholeMonth(year, month - back);
  return (back) => wholeYear(year - back);
}

/** The weekday that a word means, or both days of a weekend, with the number of words. */
export function weekdaysAt(text: DateText, at: number): { words: number; days: number[] } | null {
  const weekend = weekendWords(text, at);
  if (weekend > 0) return { words: weekend, days: [6, 7] };
  const day = weekdays.get(text.key(at));
  return day === undefined ? null : { words: 1, days: [day] };
}

/** The number of words of `weekend` or `week-end`; 0 if there is neither. */
function weekendWords(text: DateText, at: number): number {
  if (weekends.has(text.key(at))) return 1;
  return text.key(at) === 'week' && ['end', 'ends'].includes(text.key(at + 1)) ? 2 : 0;
}
