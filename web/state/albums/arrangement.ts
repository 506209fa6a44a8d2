import { signal } from '@preact/signals';

/** A list that a person reorders, one item at a time. */
export class Arrangement<T extends { readonly uid: string }> {
  readonly #order;
  /** The last saved order: a move that ends where it began changes nothing. */
  #kept: readonly T[];

  constructor(things: readonly T[]) {
    this.#order = signal(things);
    this.#kept = things;
  }

  get order(): readonly T[] {
    return this.#order.value;
  }

  indexOf(uid: string): number {
    return this.#order.value.findIndex((item) => item.uid === uid);
  }

  /** Moves an item to an index, limited to the list. @returns its index afterwards */
  move(uid: string, to: number): number {
    const from = this.indexOf(uid);
    const place = Math.max(0, Math.min(this.#order.value.length - 1, to));
    if (from < 0 || from === place) return Math.max(from, 0);
    const order = [...this.#order.value];
    order.splice(place, 0, ...order.splice(from, 1));
    this.#order.value = order;
    return place;
  }

  /**
   * Ends a move. @returns the uid of the item that now follows, null at the end of the list, undefined if the item has not
   * moved
   */
  settle(uid: string): string | null | undefined {
    const at = this.indexOf(uid);
    const hasMoved = this.#kept[at]?.uid !== uid;
    this.#kept = this.#order.value;
    return hasMoved ? (this.#order.value[at + 1]?.uid ?? null) : undefined;
  }
}
