/** Random choices, which are the same for the same random numbers. */
export class Choice {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(part: number): boolean {
    return this.#random() < part;
  }

  /** Undefined for an empty list. */
  of<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)];
  }

  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all];
    return all.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }

  some<T>(all: readonly T[], most: number): T[] {
    return this.shuffled(all).slice(0, 1 + this.below(most));
  }
}
