import type { VectorAttributes } from 'photofinch/plugin-api';
import { blockRows } from './block.ts';
import { PersonLists } from './person-lists.ts';

export const flags = { live: 1, archived: 2, hidden: 4 } as const;

export const flagsOf = ({ archived, hidden }: Pick<VectorAttributes, 'archived' | 'hidden'>): number =>
  flags.live | (archived ? flags.archived : 0) | (hidden ? flags.hidden : 0);

/** The attributes of a row. */
export interface RowFacts {
  readonly flags: number;
  readonly takenAt: number;
  readonly people: ArrayLike<number>;
}

/** Everything about the rows except their vectors: one typed array per column, so that a filter is one pass over memory. */
export class RowTable {
  ids = new Float64Array(0);
  takenAt = new Float64Array(0);
  flags = new Uint8Array(0);
  readonly people = new PersonLists();
  /** The blocks whose attributes have changed since they were saved or loaded. */
  readonly changedBlocks = new Set<number>();
  readonly #rowOf = new Map<number, number>();
  #length = 0;

  /** Rows below this one are or were in use; some may be empty again. */
  get length(): number {
    return this.#length;
  }

  /** The number of rows with a vector. */
  get live(): number {
    return this.#rowOf.size;
  }

  get memoryBytes(): number {
    const columns = this.ids.byteLength + this.takenAt.byteLength + this.flags.byteLength;
    // An entry of a Map of numbers costs about 40 bytes in V8.
    return columns + this.people.memoryBytes + this.#rowOf.size * 40;
  }

  rowOf(id: number): number | undefined {
    return this.#rowOf.get(id);
  }

  isLive(row: number): boolean {
    return (this.flags[row]! & flags.live) !== 0;
  }

  /** Appends a row. */
  append(): number {
    const row = this.#length;
    this.resize(row + 1);
    this.#markChanged(row);
    return row;
  }

  resize(length: number): void {
    this.#length = length;
    if (length <= this.ids.length) return;
    const capacity = Math.max(1024, length, Math.floor(this.ids.length * 1.5));
    const { ids, takenAt, flags } = this;
    this.ids = new Float64Array(capacity);
    this.takenAt = new Float64Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.ids.set(ids);
    this.takenAt.set(takenAt);
    this.flags.set(flags);
    this.people.resize(capacity);
  }

  set(row: number, id: number, facts: RowFacts): void {
    this.ids[row] = id;
    this.#rowOf.set(id, row);
    this.describe(row, facts);
  }

  describe(row: number, facts: RowFacts): void {
    this.#markChanged(row);
    this.flags[row] = facts.flags;
    this.takenAt[row] = facts.takenAt;
    this.people.set(row, facts.people);
  }

  /** Empties a row. What is saved next contains nothing of it. */
  clear(row: number): void {
    this.#markChanged(row);
    this.#rowOf.delete(this.ids[row]!);
    this.ids[row] = 0;
    this.takenAt[row] = 0;
    this.flags[row] = 0;
    this.people.set(row, []);
  }

  move(from: number, to: number): void {
    const id = this.ids[from]!;
    const facts = { flags: this.flags[from]!, takenAt: this.takenAt[from]!, people: this.people.of(from).slice() };
    this.clear(from);
    this.set(to, id, facts);
  }

  #markChanged(row: number): void {
    this.changedBlocks.add(Math.floor(row / blockRows));
  }
}
