import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a byte after which a read counts as left, as that of a paused video. */
const patience = 10_000;

/** Milliseconds between two checks whether a person waits. */
const glance = 250;

/** A read that a person waits for. */
export interface InteractiveRead {
  /** A part of it has come. */
  touch(): void;
  end(): void;
}

/** A read for one original that a person wants to see now, or for many of a download. */
type WaitedFor = 'one' | 'many';

/**
 * Reads of originals for which people wait. Other reads make way: the indexer for all of them, and downloads of many
 * for those of a single original.
 */
export class InteractiveReads {
  readonly #now: () => number;
  /** When each last moved on. */
  readonly #under = { one: new Map<symbol, number>(), many: new Map<symbol, number>() };

  /** @param now milliseconds that only go forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(waitedFor: WaitedFor = 'one'): InteractiveRead {
    const read = Symbol();
    const under = this.#under[waitedFor];
    under.set(read, this.#now());
    return {
      touch: () => {
        if (under.has(read)) under.set(read, this.#now());
      },
      end: () => under.delete(read),
    };
  }

  /** Whether a person waits now. */
  get any(): boolean {
    return this.#anyOf('one') || this.#anyOf('many');
  }

  /**
   * Waits until no person waits for a single original, for at most this many milliseconds.
   * @throws the reason of `signal`
   */
  async noneForOne(most: number, signal: AbortSignal): Promise<void> {
    const until = this.#now() + most;
    while (this.#anyOf('one') && this.#now() < until) await sleep(glance, undefined, { signal });
  }

  /** Waits until no person waits any more, or `enough` returns true. @throws the reason of `signal` */
  async none(enough: () => boolean, signal: AbortSignal): Promise<void> {
    while (this.any && !enough()) await sleep(glance, undefined, { signal });
  }

  #anyOf(waitedFor: WaitedFor): boolean {
    const since = this.#now() - patience;
    return [...this.#under[waitedFor].values()].some((moved) => moved >= since);
  }
}
