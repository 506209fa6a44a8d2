/** Seconds: a shorter video begins anew. */
const shortest = 60;
/** Seconds from the beginning and from the end within which nothing is worth keeping. */
const edge = 5;

/** How far the videos of this visit were watched: one that somebody comes back to goes on there. */
export class Resume {
  readonly #times = new Map<string, number>();

  /** Seconds from the beginning. */
  of(uid: string): number {
    return this.#times.get(uid) ?? 0;
  }

  /** @param length in seconds; null when unknown */
  keep(uid: string, time: number, length: number | null): void {
    if (length !== null && length >= shortest && time >= edge && time <= length - edge) this.#times.set(uid, time);
    else this.#times.delete(uid);
  }

  /** Somebody else is here now. */
  forget(): void {
    this.#times.clear();
  }
}
