/** Rows kept before the first pruning, beside twice `k`. */
const slack = 256;

/**
 * The rows that may belong to the best `k`, given scores with a known error. A row is dropped only when `k` others are
 * certainly better, so that exact scores of the remaining rows give the exact result.
 */
export class Candidates {
  readonly #k: number;
  /** Rows with a certainly lower score are not needed. */
  #floor: number;
  #count = 0;
  #rows: Uint32Array;
  #lower: Float32Array;
  #upper: Float32Array;

  /** @param k at least 1 */
  constructor(k: number, minScore: number) {
    this.#k = k;
    this.#floor = minScore;
    const capacity = 2 * k + slack;
    this.#rows = new Uint32Array(capacity);
    this.#lower = new Float32Array(capacity);
    this.#upper = new Float32Array(capacity);
  }

  /**
   * Adds the scores of consecutive rows.
   * @param mask of all rows: 0 for rows that are filtered out
   * @param error the maximum distance of each score from the exact one
   */
  offerRange(scores: Float32Array, firstRow: number, mask: Uint8Array, error: number): void {
    let threshold = this.#floor - error;
    for (let at = 0; at < scores.length; at += 1) {
      const score = scores[at]!;
      if (score < threshold || mask[firstRow + at] === 0) continue;
      this.#add(firstRow + at, score, error);
      threshold = this.#floor - error;
    }
  }

  /** Adds the scores of `rows`, in their order. */
  offerRows(scores: Float32Array, rows: Uint32Array, error: number): void {
    for (let at = 0; at < rows.length; at += 1) {
      const score = scores[at]!;
      if (score >= this.#floor - error) this.#add(rows[at]!, score, error);
    }
  }

  /**
   * The most likely rows: at least `k`, if there are that many. In ascending order, like `others`, which is their order in
   * memory and on disk.
   */
  likeliest(): Uint32Array {
    this.#clear();
    return this.#where((at) => this.#lower[at]! >= this.#floor);
  }

  /** The other rows whose exact score may be `minScore` or more. */
  others(minScore: number): Uint32Array {
    return this.#where((at) => this.#lower[at]! < this.#floor && this.#upper[at]! >= minScore);
  }

  #where(isWanted: (at: number) => boolean): Uint32Array {
    return this.#rows
      .slice(0, this.#count)
      .filter((_, at) => isWanted(at))
      .sort();
  }

  #add(row: number, score: number, error: number): void {
    if (this.#count === this.#rows.length) {
      this.#clear();
      if (this.#count > this.#rows.length / 2) this.#grow();
    }
    this.#rows[this.#count] = row;
    this.#lower[this.#count] = score - error;
    this.#upper[this.#count] = score + error;
    this.#count += 1;
  }

  /** Drops rows that can no longer be among the best. */
  #clear(): void {
    if (this.#count <= this.#k) return;
    const ascending = this.#lower.slice(0, this.#count).sort();
    this.#floor = Math.max(this.#floor, ascending[this.#count - this.#k]!);
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      if (this.#upper[at]! < this.#floor) continue;
      this.#rows[count] = this.#rows[at]!;
      this.#lower[count] = this.#lower[at]!;
      this.#upper[count] = this.#upper[at]!;
      count += 1;
    }
    this.#count = count;
  }

  #grow(): void {
    const length = this.#rows.length * 2;
    const rows = new Uint32Array(length);
    const lower = new Float32Array(length);
    const upper = new Float32Array(length);
    rows.set(this.#rows);
    lower.set(this.#lower);
    upper.set(this.#upper);
    this.#rows = rows;
    this.#lower = lower;
    this.#upper = upper;
  }
}
