/** A set of row ids as one bit each: 125 kB for ids up to a million, and a test costs next to nothing. */
export class IdSet {
  #words: Uint32Array;
  #size = 0;

  /** @param capacity the largest id that is expected; the set grows beyond it by itself */
  constructor(capacity = 0) {
    this.#words = new Uint32Array((capacity >>> 5) + 1);
  }

  static of(ids: readonly number[]): IdSet {
    const set = new IdSet(ids.reduce((largest, id) => Math.max(largest, id), 0));
    for (const id of ids) set.add(id);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  /** Memory, in bytes. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  has(id: number): boolean {
    const word = this.#words[id >>> 5];
    return word !== undefined && (word & (1 << (id & 31))) !== 0;
  }

  add(id: number): void {
    const index = id >>> 5;
    if (index >= this.#words.length) {
      const grown = new Uint32Array(Math.max(index + 1, this.#words.length * 2));
      grown.set(this.#words);
      this.#words = grown;
    }
    const bit = 1 << (id & 31);
    const word = this.#words[index] ?? 0;
    if ((word & bit) === 0) this.#size++;
    this.#words[index] = word | bit;
  }

  delete(id: number): void {
    const index = id >>> 5;
    const word = this.#words[index];
    if (word === undefined) return;
    const bit = 1 << (id & 31);
    if ((word & bit) !== 0) this.#size--;
    this.#words[index] = word & ~bit;
  }
}
