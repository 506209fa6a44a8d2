import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a byte after which a read counts as abandoned, like that of a paused video. */
const patience = 10_000;

/** Milliseconds between two checks whether a user waits. */
const glance = 250;

/** A read for which a user waits. */
export interface InteractiveRead {
  /** To be called when a part of it has arrived. */
  touch(): void;
  end(): void;
}

/** A read of one original that a user wants to see now, or of many for a download. */
type WaitedFor = 'one' | 'many';

/**
 * Tracks reads of originals for which users wait. Other reads yield: the indexer to all of them, and downloads to those of
 * a single original.
 */
export class InteractiveReads {
  readonly #now: () => number;
  /** The time of the last progress of each. */
  readonly #under = { one: new Map<symbol, number>(), many: new Map<symbol, number>() };

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(waitedFor: WaitedFor = 'one'): InteractiveRead {
    const read = Symbol();
    const reads = this.#under[waitedFor];
    reads.set(read, this.#now());
    return {
      touch: () => {
        if (reads.has(read)) reads.set(read, this.#now());
      },
      end: () => reads.delete(read),
    };
  }

  /** Whether a user waits now. */
  get any(): boolean {
    return this.#anyOf('one') || this.#anyOf('many');
  }

  /**
   * Waits until no user waits for a single original, for at most this many milliseconds.
   * @throws the reason of `signal`
   */
  async noneForOne(longest: number, signal: AbortSignal): Promise<void> {
    const until = this.#now() + longest;
    while (this.#anyOf('one') && this.#now() < until) await sleep(glance, undefined, { signal });
  }

  /** Waits until no user waits, or `enough` returns true. @throws the reason of `signal` */
  async none(enough: () => boolean, signal: AbortSignal): Promise<void> {
    while (this.any && !enough()) await sleep(glance, undefined, { signal });
  }

  #anyOf(waitedFor: WaitedFor): boolean {
    const since = this.#now() - patience;
    return [...this.#under[waitedFor].values()].some((progressAt) => progressAt >= since);
  }
}
