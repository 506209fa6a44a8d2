/** A priority queue of pairs of numbers, highest score first; of equal scores, the pair with the smaller numbers. */
export class PairHeap {
  #scores = new Float64Array(1024);
  #firsts = new Int32Array(1024);
  #seconds = new Int32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(score: number, first: number, second: number): void {
    if (this.#size === this.#scores.length) this.#grow();
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(score, first, second, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, score, first, second);
  }

  pop(): { score: number; first: number; second: number } | undefined {
    if (this.#size === 0) return undefined;
    const top = { score: this.#scores[0]!, first: this.#firsts[0]!, second: this.#seconds[0]! };
    this.#size -= 1;
    if (this.#size > 0) this.#sink();
    return top;
  }

  /** Moves the last pair to its place, from the top. */
  #sink(): void {
    const last = this.#size;
    const score = this.#scores[last]!;
    const first = this.#firsts[last]!;
    const second = this.#seconds[last]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (
        right < this.#size &&
        this.#isBefore(this.#scores[right]!, this.#firsts[right]!, this.#seconds[right]!, child)
      ) {
        child = right;
      }
      if (this.#isBefore(score, first, second, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, score, first, second);
  }

  #isBefore(score: number, first: number, second: number, other: number): boolean {
    const otherScore = this.#scores[other]!;
    if (score !== otherScore) return score > otherScore;
    const otherFirst = this.#firsts[other]!;
    return first !== otherFirst ? first < otherFirst : second < this.#seconds[other]!;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#scores[from]!, this.#firsts[from]!, this.#seconds[from]!);
  }

  #put(at: number, score: number, first: number, second: number): void {
    this.#scores[at] = score;
    this.#firsts[at] = first;
    this.#seconds[at] = second;
  }

  #grow(): void {
    const larger = this.#size * 2;
    const scores = new Float64Array(larger);
    scores.set(this.#scores);
    const firsts = new Int32Array(larger);
    firsts.set(this.#firsts);
    const seconds = new Int32Array(larger);
    seconds.set(this.#seconds);
    this.#scores = scores;
    this.#firsts = firsts;
    this.#seconds = seconds;
  }
}
