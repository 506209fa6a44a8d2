import type { Anchor } from '../../../core/http/wire.ts';
import { daysIn, type Day, type Period } from './day.ts';

/** How many photos of a list each day, month and year has, and their positions in the list. */
export class PhotoDays {
  /** Newest first. */
  readonly #months: readonly Anchor[];
  readonly #byMonth: ReadonlyMap<number, Anchor>;
  readonly #byYear = new Map<number, number>();

  constructor(months: readonly Anchor[]) {
    this.#months = months;
    this.#byMonth = new Map(months.map((month) => [numberOf(month), month]));
    for (const { year, count } of months) this.#byYear.set(year, (this.#byYear.get(year) ?? 0) + count);
  }

  /** The years that have photos, oldest first. */
  get years(): readonly number[] {
    return [...this.#byYear.keys()].reverse();
  }

  /** From the first day of the oldest month with photos to the last day of the newest; undefined for an empty list. */
  get span(): { readonly first: Day; readonly last: Day } | undefined {
    const [newest, oldest] = [this.#months[0], this.#months.at(-1)];
    if (!newest || !oldest) return undefined;
    return { first: { ...monthOf(oldest), day: 1 }, last: lastDayOf(monthOf(newest)) };
  }

  count({ year, month, day }: Period): number {
    if (month === undefined) return this.#byYear.get(year) ?? 0;
    const monthCounts = this.#byMonth.get(numberOf({ year, month }));
    return (day === undefined ? monthCounts?.count : monthCounts?.days[day - 1]) ?? 0;
  }

  /** The position of the first photo of a period; if the period has none, of the next older photo. */
  begin(period: Period): number {
    const last = lastDayOf(period);
    const month = this.#months.find((month) => numberOf(month) <= numberOf(last));
    if (!month) return Math.max(0, this.#end - 1);
    if (numberOf(month) < numberOf(last)) return month.offset;
    const later = month.days.slice(last.day).reduce((sum, count) => sum + count, 0);
    // The month may have no older photos.
    return Math.min(month.offset + later, Math.max(0, this.#end - 1));
  }

  /** The day of the photo at a position of the list; undefined for an empty list. */
  dayOf(photo: number): Day | undefined {
    const month = this.#months.findLast(({ offset }) => offset <= photo) ?? this.#months[0];
    if (!month) return undefined;
    let later = photo - month.offset;
    const day = month.days.findLastIndex((count) => (later -= count) < 0);
    return { ...monthOf(month), day: Math.max(0, day) + 1 };
  }

  /** The length of the list. */
  get #end(): number {
    const last = this.#months.at(-1);
    return last ? last.offset + last.count : 0;
  }
}

function lastDayOf({ year, month = 12, day = daysIn(year, month) }: Period): Day {
  return { year, month, day };
}

const monthOf = ({ year, month }: Anchor): Pick<Day, 'year' | 'month'> => ({ year, month });
const numberOf = ({ year, month }: Pick<Day, 'year' | 'month'>): number => year * 12 + month;
