/** Seconds: shorter videos start from the beginning. */
const shortest = 60;
/** Positions within this many seconds of the beginning or the end are not kept. */
const edge = 5;

/** Playback positions of videos during this visit, at which they resume. */
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
}
