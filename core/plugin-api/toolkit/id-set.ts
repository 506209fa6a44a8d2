/** A set of row ids as one bit each: 125 kB for ids up to a million, with fast lookups. */
export class IdSet {
  #words: Uint32Array;
  #size = 0;

  /** @param capacity the largest expected id; the set grows beyond it automatically */
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

  /** The ids in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [index, word] of this.#words.entries()) {
      for (let bits = word; bits !== 0; bits &= bits - 1) yield index * 32 + (31 - Math.clz32(bits & -bits));
    }
  }

  /** Adds all ids of another set. */
  addAll(ids: IdSet): void {
    const { length } = ids.#words;
    if (length > this.#words.length) {
      const words = new Uint32Array(length);
      words.set(this.#words);
      this.#words = words;
    }
    for (let index = 0; index < length; index++) {
      const word = this.#words[index] ?? 0;
      const added = (ids.#words[index] ?? 0) & ~word;
      if (added === 0) continue;
      this.#words[index] = word | added;
      this.#size += bitsIn(added);
    }
  }

  equals(other: IdSet): boolean {
    if (this.#size !== other.#size) return false;
    const length = Math.max(this.#words.length, other.#words.length);
    for (let index = 0; index < length; index++) {
      if ((this.#words[index] ?? 0) !== (other.#words[index] ?? 0)) return false;
    }
    return true;
  }

  add(id: number): void {
    const index = id >>> 5;
    if (index >= this.#words.length) {
      const words = new Uint32Array(Math.max(index + 1, this.#words.length * 2));
      words.set(this.#words);
      this.#words = words;
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

function bitsIn(word: number): number {
  let count = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) count++;
  return count;
}
