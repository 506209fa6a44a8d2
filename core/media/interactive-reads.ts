import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds without a byte after which nobody is taken to wait any more, as behind a video that was paused. */
const patience = 10_000;

/** Milliseconds between two looks at whether anybody waits. */
const glance = 250;

/** A read that a person waits for. */
export interface InteractiveRead {
  /** A part of it has come. */
  touch(): void;
  end(): void;
}

/** For one original that a person wants to see now, or as one of the many of a download. */
type WaitedFor = 'one' | 'many';

/**
 * Reads of originals that people wait for. What can wait leaves the line to them: the indexer to all, and downloads of many
 * to whoever wants to see one.
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

  /** Whether somebody waits now. */
  get any(): boolean {
    return this.#anyOf('one') || this.#anyOf('many');
  }

  /** Waits until nobody waits for a single original, at most for so many milliseconds. @throws the reason of `signal` */
  async noneForOne(most: number, signal: AbortSignal): Promise<void> {
    const until = this.#now() + most;
    while (this.#anyOf('one') && this.#now() < until) await sleep(glance, undefined, { signal });
  }

  /** Waits until nobody waits any more, or `enough` says so. @throws the reason of `signal` */
  async none(enough: () => boolean, signal: AbortSignal): Promise<void> {
    while (this.any && !enough()) await sleep(glance, undefined, { signal });
  }

  #anyOf(waitedFor: WaitedFor): boolean {
    const since = this.#now() - patience;
    return [...this.#under[waitedFor].values()].some((moved) => moved >= since);
  }
}
