import { signal } from '@preact/signals';

/** Things in an order that somebody changes, one at a time. */
export class Arrangement<T extends { readonly uid: string }> {
  readonly #order;
  /** As it is kept: a move that ends where it began changes nothing. */
  #kept: readonly T[];

  constructor(things: readonly T[]) {
    this.#order = signal(things);
    this.#kept = things;
  }

  get order(): readonly T[] {
    return this.#order.value;
  }

  indexOf(uid: string): number {
    return this.#order.value.findIndex((thing) => thing.uid === uid);
  }

  /** Moves one to a place, or to the nearest there is. @returns where it stands now */
  move(uid: string, to: number): number {
    const from = this.indexOf(uid);
    const place = Math.max(0, Math.min(this.#order.value.length - 1, to));
    if (from < 0 || from === place) return Math.max(from, 0);
    const order = [...this.#order.value];
    order.splice(place, 0, ...order.splice(from, 1));
    this.#order.value = order;
    return place;
  }

  /** Ends the move of one. @returns the uid of the one that it stands before now, null for the end; undefined where it has not moved */
  settle(uid: string): string | null | undefined {
    const at = this.indexOf(uid);
    const hasMoved = this.#kept[at]?.uid !== uid;
    this.#kept = this.#order.value;
    return hasMoved ? (this.#order.value[at + 1]?.uid ?? null) : undefined;
  }
}
