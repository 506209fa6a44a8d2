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
   * Called when the source answers after an outage, known or reported.
   * @param wasAway whether the last answer had been an outage
   */
  readonly onReached?: (wasAway: boolean) => void;
}

/** Milliseconds that a question to the source may take. */
const sourceTimeout = 3000;
/** Milliseconds from one question to the next. Many servers may watch one bridge. */
const rhythm = {
  /** With the timeout of the source, an outage is known after eight seconds at most. */
  well: 5000,
  /** The end of an outage is known within two seconds, even when an earlier question hangs. */
  away: 1500,
  /** Limits the questions when many requests report a failure. */
  doubted: 500,
};
/** Milliseconds that a request waits when nothing is known, or nothing new. */
const patience = 300;

const unreachable: SourceReach = { reachable: false, loggedIn: false };

/** Knows whether the photo source can be reached, so that neither people nor the indexer find out by waiting for it. */
export class SourceWatch {
  readonly #with: Dependencies;
  #reach = unreachable;
  /** Times of the newest question, and of the newest answered one. */
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
   * The last known state. It never waits long for the source. Without a running watch, the source is asked when the
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

  /** Reports a failed request: the source is asked at once, or in a moment when it was asked just now. */
  doubt(): void {
    this.#doubtedAt ??= performance.now();
    this.#pause.wake();
  }

  /** Asks the source again and again until `signal` is aborted. No question waits for the answer to another. */
  async watch(signal: AbortSignal): Promise<void> {
    this.#isWatching = true;
    while (!signal.aborted) {
      this.#asking = this.#ask(signal);
      await this.#untilDue(signal);
    }
    this.#isWatching = false;
  }

  /** A report may bring the next question forward. */
  async #untilDue(signal: AbortSignal): Promise<void> {
    const left = (): number => this.#askedAt + this.#gap() - performance.now();
    for (let ms = left(); ms > 0 && !signal.aborted; ms = left()) await this.#pause.wait(ms, signal, { unref: true });
  }

  /** Milliseconds from the last question to the next. */
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
      // A plugin may answer anything.
      reach = { reachable: (reachable as unknown) === true, loggedIn: (loggedIn as unknown) === true };
    } catch {
      // That it fails is the answer.
    }
    // A later question may have been answered sooner.
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
