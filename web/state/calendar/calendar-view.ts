import { daysIn, daysLater, monthsLater, orderOf, weekdayOf, type Day, type Period } from './day.ts';
import type { PhotoDays } from './photo-days.ts';

/** A page of the calendar shows the days of a month, the months of a year, or all years. */
export type Level = 'days' | 'months' | 'years';

/** Cells per row. */
const columns: Readonly<Record<Level, number>> = { days: 7, months: 3, years: 4 };

/** The most weeks that a month touches. Every month gets as many rows, so that pages are equally high. */
const weeks = 6;

/** The pages of a photo calendar: their cells, and keyboard navigation between them. */
export class CalendarView {
  readonly #photos: PhotoDays;
  readonly #firstWeekday: number;

  /** @param firstWeekday 0 for Sunday */
  constructor(photos: PhotoDays, firstWeekday: number) {
    this.#photos = photos;
    this.#firstWeekday = firstWeekday;
  }

  /** The cells of the page that contains a day, in rows; null for an empty cell. */
  rows(level: Level, { year, month }: Day): (Period | null)[][] {
    if (level === 'years')
      return rowsOf(
        this.#photos.years.map((year) => ({ year })),
        columns.years,
      );
    if (level === 'months') {
      return rowsOf(
        Array.from({ length: 12 }, (_, i) => ({ year, month: i + 1 })),
        columns.months,
      );
    }
    const leadingDays = this.#dayOfWeek({ year, month, day: 1 });
    const cells = Array.from({ length: weeks * columns.days }, (_, i) => {
      const day = i - leadingDays + 1;
      return day >= 1 && day <= daysIn(year, month) ? { year, month, day } : null;
    });
    return rowsOf(cells, columns.days);
  }

  /** Seven days from the first day of the week on, for the names of the weekdays. */
  get week(): Day[] {
    // 1 January 2023 was a Sunday.
    return Array.from({ length: 7 }, (_, i) => ({ year: 2023, month: 1, day: 1 + this.#firstWeekday + i }));
  }

  /** The day that a key moves to; null if the key moves nowhere. */
  byKey(level: Level, at: Day, key: string, shift: boolean): Day | null {
    const target = this.#moves(level, at, shift)[key]?.();
    return target ? this.within(target) : null;
  }

  /** The day itself, or the nearest day within the calendar's span. */
  within(day: Day): Day {
    const { span } = this.#photos;
    if (!span) return day;
    if (orderOf(day) < orderOf(span.first)) return span.first;
    return orderOf(day) > orderOf(span.last) ? span.last : day;
  }

  #moves(level: Level, at: Day, shift: boolean): Readonly<Record<string, () => Day>> {
    if (level === 'days') {
      const page = shift ? 12 : 1;
      return {
        ...steps((by) => daysLater(at, by), columns.days),
        PageUp: () => monthsLater(at, -page),
        PageDown: () => monthsLater(at, page),
        Home: () => daysLater(at, -this.#dayOfWeek(at)),
        End: () => daysLater(at, 6 - this.#dayOfWeek(at)),
      };
    }
    const page = shift ? 120 : 12;
    if (level === 'months') {
      return {
        ...steps((by) => monthsLater(at, by), columns.months),
        PageUp: () => monthsLater(at, -page),
        PageDown: () => monthsLater(at, page),
        Home: () => monthsLater(at, 1 - at.month),
        End: () => monthsLater(at, 12 - at.month),
      };
    }
    const { years } = this.#photos;
    const yearIndex = years.findLastIndex((year) => year <= at.year);
    const yearAt = (index: number): Day => {
      const year = years[Math.max(0, Math.min(years.length - 1, index))] ?? at.year;
      return monthsLater(at, (year - at.year) * 12);
    };
    return {
      ...steps((by) => yearAt(yearIndex + by), columns.years),
      PageUp: () => yearAt(yearIndex - page / 12),
      PageDown: () => yearAt(yearIndex + page / 12),
      Home: () => yearAt(0),
      End: () => yearAt(years.length - 1),
    };
  }

  /** The index of a day in its week, from 0. */
  #dayOfWeek(day: Day): number {
    return (weekdayOf(day) - this.#firstWeekday + 7) % 7;
  }
}

/** The arrow keys: one cell or one row. */
function steps(by: (cells: number) => Day, row: number): Record<string, () => Day> {
  return {
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    ArrowUp: () => by(-row),
    ArrowDown: () => by(row),
  };
}

function rowsOf<T>(cells: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(cells.length / length) }, (_, i) => cells.slice(i * length, (i + 1) * length));
}
