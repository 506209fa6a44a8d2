import { setTimeout as sleep } from 'node:timers/promises';
import { withinTime } from '../plugin-api/toolkit/index.ts';
import { WakeablePause } from '../threads/pause.ts';

export interface SourceReach {
  readonly reachable: boolean;
  readonly loggedIn: boolean;
}

interface Dependencies {
  readonly ask: (options: { signal: AbortSignal }) => Promise<SourceReach>;
  /**
   * Called when the source answers after an outage that was known or reported.
   * @param wasAway whether the last answer had shown an outage
   */
  readonly onReached?: (wasAway: boolean) => void;
}

/** The time limit for a request to the source, in milliseconds. */
const sourceTimeout = 3000;
/** Milliseconds from one request to the next. Many servers may watch one bridge. */
const rhythm = {
  /** With the time limit for requests, an outage is detected within eight seconds. */
  well: 5000,
  /** The end of an outage is detected within two seconds, even if an earlier request hangs. */
  away: 1500,
  /** Limits the rate of requests when many reads report a failure. */
  doubted: 500,
};
/** Milliseconds that a reader waits if the state is unknown or outdated. */
const patience = 300;

const unreachable: SourceReach = { reachable: false, loggedIn: false };

/**
 * Monitors whether the photo source is reachable, so that neither users nor the indexer must wait for a timeout to find out.
 */
export class SourceWatch {
  readonly #with: Dependencies;
  #reach = unreachable;
  /** The start times of the newest request, and of the newest answered one. */
  #askedAt = -Infinity;
  #knownAt = -Infinity;
  #asking: Promise<void> | undefined;
  /** Time since when reports contradict the last answer. */
  #doubtedAt: number | undefined;
  #isWatching = false;
  readonly #pause = new WakeablePause();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * The last known state, without a long wait for the source. If the watch is not running, the source is requested when the
   * last answer is some seconds old.
   */
  async reach(): Promise<SourceReach> {
    const isNew = performance.now() - this.#knownAt <= rhythm.well;
    if (!isNew && !this.#isWatching) this.#asking ??= this.#ask();
    const isKnown = isNew || (this.#isWatching && this.#knownAt > 0);
    if (this.#asking && !(isKnown && this.#doubtedAt === undefined)) {
      await Promise.race([this.#asking, sleep(patience, undefined, { ref: false })]);
    }
    return this.#reach;
  }

  /** Reports a failed read: the source is checked at once, or shortly after if it was checked just now. */
  doubt(): void {
    this.#doubtedAt ??= performance.now();
    this.#pause.wake();
  }

  /** Checks the source periodically until `signal` is aborted. A check does not wait for the answer to an earlier one. */
  async watch(signal: AbortSignal): Promise<void> {
    this.#isWatching = true;
    while (!signal.aborted) {
      this.#asking = this.#ask(signal);
      await this.#untilDue(signal);
    }
    this.#isWatching = false;
  }

  /** A report may bring the next check forward. */
  async #untilDue(signal: AbortSignal): Promise<void> {
    const timeLeft = (): number => this.#askedAt + this.#gap() - performance.now();
    for (let ms = timeLeft(); ms > 0 && !signal.aborted; ms = timeLeft())
      await this.#pause.wait(ms, signal, { unref: true });
  }

  /** Milliseconds from the last check to the next. */
  #gap(): number {
    if (this.#doubtedAt !== undefined && this.#doubtedAt >= this.#askedAt) return rhythm.doubted;
    return isWell(this.#reach) ? rhythm.well : rhythm.away;
  }

  async #ask(ending?: AbortSignal): Promise<void> {
    const askedAt = performance.now();
    this.#askedAt = askedAt;
    let reach = unreachable;
    try {
      const { reachable, loggedIn } = await withinTime((signal) => this.#with.ask({ signal }), {
        ms: sourceTimeout,
        signals: ending ? [ending] : [],
        tooLate: () => new Error('the photo source did not answer'),
      });
      // A plugin may return anything.
      reach = { reachable: (reachable as unknown) === true, loggedIn: (loggedIn as unknown) === true };
    } catch {
      // An error counts as unreachable.
    }
    // A later request may have been answered sooner.
    if (ending?.aborted || askedAt < this.#knownAt) return;
    const wasWell = isWell(this.#reach);
    const wasDoubted = this.#doubtedAt !== undefined && this.#doubtedAt <= askedAt;
    if (wasDoubted) this.#doubtedAt = undefined;
    this.#knownAt = askedAt;
    this.#reach = reach;
    this.#asking = undefined;
    if (wasWell !== isWell(reach)) this.#pause.wake();
    if (isWell(reach) && (!wasWell || wasDoubted)) this.#with.onReached?.(!wasWell);
  }
}

const isWell = ({ reachable, loggedIn }: SourceReach): boolean => reachable && loggedIn;
