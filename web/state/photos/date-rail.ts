import type { Anchor } from '../../../core/http/wire.ts';

export interface YearMark {
  readonly year: number;
  /** A fraction of the rail's length. */
  readonly at: number;
}

/**
 * The rail beside a list: each month with photos takes an equal part of its length, newest first, and a bar shows how many
 * photos it has. Positions are fractions of the length, 0 to 1.
 */
export class DateRail {
  readonly months: readonly Anchor[];

  constructor(months: readonly Anchor[]) {
    this.months = months;
  }

  /** The index of the month at a position. */
  monthAt(position: number): number {
    const month = Math.floor(position * this.months.length);
    return Math.max(0, Math.min(this.months.length - 1, month));
  }

  /** The index of the month that a photo of the list belongs to. */
  monthOf(photo: number): number {
    let [low, high] = [0, this.months.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.months[middle]?.offset ?? Infinity) <= photo) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The position of a photo of the list. Rounding may put it into the month before: use `monthOf` for its month. */
  positionOf(photo: number): number {
    const index = this.monthOf(photo);
    const month = this.months[index];
    if (!month) return 0;
    const fraction = Math.max(0, Math.min(1, (photo - month.offset) / month.count));
    return (index + fraction) / this.months.length;
  }

  /** For each of `parts` equal sections, the largest month in it, as a logarithmic share of the largest of all, 0 to 1. */
  densities(parts: number): Float32Array {
    const maxDensity = Math.log2(1 + this.months.reduce((top, { count }) => Math.max(top, count), 1));
    const densities = new Float32Array(parts);
    this.months.forEach(({ count }, i) => {
      const from = Math.floor((i * parts) / this.months.length);
      const to = Math.max(from + 1, Math.floor(((i + 1) * parts) / this.months.length));
      const share = Math.log2(1 + count) / maxDensity;
      for (let part = from; part < to; part++) densities[part] = Math.max(densities[part] ?? 0, share);
    });
    return densities;
  }

  /**
   * The years, each at its newest month; years that are closer than `distance`, a fraction of the length, to the last mark are
   * left out.
   */
  years(distance: number): YearMark[] {
    const marks: YearMark[] = [];
    this.months.forEach(({ year }, i) => {
      if (year === this.months[i - 1]?.year) return;
      const at = i / this.months.length;
      const lastMark = marks.at(-1);
      if (!lastMark || at - lastMark.at >= distance) marks.push({ year, at });
    });
    return marks;
  }

  /** The month that a key moves to from month `from`; null if the key moves nowhere. */
  monthByKey(from: number, key: string): number | null {
    const last = this.months.length - 1;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowRight':
        return Math.min(last, from + 1);
      case 'ArrowUp':
      case 'ArrowLeft':
        return Math.max(0, from - 1);
      case 'PageDown':
        return this.#nextYear(from, 1);
      case 'PageUp':
        return this.#nextYear(from, -1);
      case 'Home':
        return 0;
      case 'End':
        return last;
      default:
        return null;
    }
  }

  /** The newest month of the next year in a direction, or the end of the rail. */
  #nextYear(from: number, step: 1 | -1): number {
    const { months } = this;
    let month = from;
    while (months[month + step] && months[month + step]?.year === months[from]?.year) month += step;
    month = Math.max(0, Math.min(months.length - 1, month + step));
    while (step < 0 && month > 0 && months[month - 1]?.year === months[month]?.year) month--;
    return month;
  }
}
