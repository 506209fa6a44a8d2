/** The people of each row, in two flat arrays, since a million small arrays would have too much overhead. */
export class PersonLists {
  #starts = new Uint32Array(0);
  #counts = new Uint16Array(0);
  #pool = new Float64Array(0);
  #used = 0;
  #garbage = 0;

  get memoryBytes(): number {
    return this.#starts.byteLength + this.#counts.byteLength + this.#pool.byteLength;
  }

  resize(rows: number): void {
    this.#starts = copyInto(this.#starts, new Uint32Array(rows));
    this.#counts = copyInto(this.#counts, new Uint16Array(rows));
  }

  set(row: number, people: ArrayLike<number>): void {
    const before = this.#counts[row]!;
    if (people.length > before) {
      this.#garbage += before;
      this.#makeRoom(people.length, row);
      this.#starts[row] = this.#used;
      this.#used += people.length;
    } else {
      this.#garbage += before - people.length;
    }
    this.#counts[row] = people.length;
    if (people.length > 0) this.#pool.set(people, this.#starts[row]);
  }

  of(row: number): Float64Array {
    return this.#pool.subarray(this.#starts[row], this.#starts[row]! + this.#counts[row]!);
  }

  /** The lists of some rows, one after the other, and how many people each has. */
  packed(begin: number, end: number): { people: Float64Array; counts: Uint16Array } {
    const counts = this.#counts.subarray(begin, end);
    const people = new Float64Array(counts.reduce((sum, count) => sum + count, 0));
    this.#copyTo(people, begin, end);
    return { people, counts };
  }

  /** Sets `mask` to 0 for rows with none of these people. */
  keepAny(mask: Uint8Array, personIds: ReadonlySet<number>): void {
    const starts = this.#starts;
    const counts = this.#counts;
    const pool = this.#pool;
    for (let row = 0; row < mask.length; row += 1) {
      if (mask[row] === 0) continue;
      const start = starts[row]!;
      const end = start + counts[row]!;
      let match = 0;
      for (let at = start; at < end && match === 0; at += 1) if (personIds.has(pool[at]!)) match = 1;
      mask[row] = match;
    }
  }

  /** Sets `mask` to 0 for rows with any people. */
  keepNone(mask: Uint8Array): void {
    const counts = this.#counts;
    for (let row = 0; row < mask.length; row += 1) if (counts[row] !== 0) mask[row] = 0;
  }

  #makeRoom(count: number, movingRow: number): void {
    if (this.#used + count <= this.#pool.length) return;
    if (this.#garbage > this.#pool.length / 2) this.#compact(movingRow);
    if (this.#used + count <= this.#pool.length) return;
    const length = Math.max(1024, this.#used + count, Math.floor(this.#pool.length * 1.5));
    this.#pool = copyInto(this.#pool, new Float64Array(length));
  }

  /** @param movingRow the row that is about to be moved */
  #compact(movingRow: number): void {
    this.#counts[movingRow] = 0;
    const pool = new Float64Array(this.#pool.length);
    this.#copyTo(pool, 0, this.#counts.length);
    this.#used = 0;
    for (const [row, count] of this.#counts.entries()) {
      this.#starts[row] = this.#used;
      this.#used += count;
    }
    this.#pool = pool;
    this.#garbage = 0;
  }

  /** Copies the lists of some rows, one after the other, without a view of each. */
  #copyTo(target: Float64Array, begin: number, end: number): void {
    let used = 0;
    for (let row = begin; row < end; row += 1) {
      const first = this.#starts[row]!;
      const last = first + this.#counts[row]!;
      for (let at = first; at < last; at += 1) target[used++] = this.#pool[at]!;
    }
  }
}

function copyInto<T extends Uint32Array | Uint16Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
