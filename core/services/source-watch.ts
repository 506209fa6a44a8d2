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
   * Told when the source is well that was not, as far as was known, or of which somebody had just said otherwise.
   * @param wasAway whether the source itself was known to be away
   */
  readonly onReached?: (wasAway: boolean) => void;
}

/** Milliseconds that a question to the source may take. */
const sourceTimeout = 3000;
/** Milliseconds from one question to the next. Many servers may watch one bridge. */
const rhythm = {
  /** With the time that a silent source is given, an outage is known after eight seconds at most. */
  well: 5000,
  /** Its end is known within two seconds, also when a question that was put before hangs. */
  away: 1500,
  /** However many people meet a source that fails. */
  doubted: 500,
};
/** Milliseconds that a request waits when nothing is known, or nothing new. */
const patience = 300;

const unreachable: SourceReach = { reachable: false, loggedIn: false };

/** Knows whether the photo source can be reached, so that neither people nor the indexer find out by waiting for it. */
export class SourceWatch {
  readonly #with: Dependencies;
  #reach = unreachable;
  /** Of the newest question, and of the newest that was answered. */
  #askedAt = -Infinity;
  #knownAt = -Infinity;
  #asking: Promise<void> | undefined;
  /** Since when somebody has said otherwise than the last answer. */
  #doubtedAt: number | undefined;
  #isWatching = false;
  readonly #pause = new WakeablePause();

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * How the source is, as far as is known: this comes soon, whatever the source does. Where nobody watches, the source is
   * asked when its last answer is some seconds old.
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

  /** Somebody could not reach the source: it is asked at once, or in a moment when it was asked just now. */
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

  /** What comes meanwhile may make the next question due sooner. */
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
      reach = await withinTime((signal) => this.#with.ask({ signal }), {
        ms: sourceTimeout,
        signals: ending ? [ending] : [],
        tooLate: () => new Error('the photo source did not answer'),
      });
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
