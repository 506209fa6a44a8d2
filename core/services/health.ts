import { setTimeout as sleep } from 'node:timers/promises';
import type { LibraryCounts } from '../store/photos/library-counts.ts';
import { rejectedBy } from './rejected-by.ts';

export interface SourceReach {
  readonly reachable: boolean;
  readonly loggedIn: boolean;
}

interface IndexingProgress {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
  /** The photo source has not yet listed all that it has. */
  readonly counting: boolean;
  /** Photos a second. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** Epoch seconds. */
  readonly lastSyncAt: number | null;
}

interface Dependencies {
  readonly counts: LibraryCounts;
  /** How many photos the timeline has. */
  readonly listedPhotos: () => number;
  readonly progress: () => IndexingProgress;
  readonly mlReady: () => boolean;
  readonly source: (options: { signal: AbortSignal }) => Promise<SourceReach>;
  /** Told when the source is well that was not, as far as was known. */
  readonly onReached?: () => void;
}

/** `readAgain`: photos that lists show while they wait to be read again. */
type Counts = ReturnType<LibraryCounts['read']> & { readonly readAgain: number };

/** Milliseconds for which what was learned is told again. */
const freshFor = 5000;
/** Between two counts, in times of what the last one took: however often somebody asks, counting is 2 % of the work. */
const leastPause = 50;
/** Milliseconds that a question to the source may take. */
const sourceTimeout = 3000;
/** Milliseconds that a request waits when nothing is known, or nothing new. */
const patience = 300;

const unreachable: SourceReach = { reachable: false, loggedIn: false };

/**
 * How the server is. Anybody may ask, as often as they like, so every answer is cheap and comes soon: what the source
 * last said stands for some seconds, and longer only while the source takes its time to say something else.
 */
export class Health {
  readonly #with: Dependencies;
  #reach: SourceReach = unreachable;
  #askedAt = -Infinity;
  #asking: Promise<void> | undefined;
  #counts: Counts | undefined;
  /** When it is counted again. */
  #countAt = -Infinity;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async source(): Promise<SourceReach> {
    if (performance.now() - this.#askedAt > freshFor) this.#asking ??= this.#ask();
    if (this.#asking) await Promise.race([this.#asking, sleep(patience, undefined, { ref: false })]);
    return this.#reach;
  }

  async status() {
    return { ...this.figures(), source: await this.source() };
  }

  /** What the server knows by itself, without waiting for the source. */
  figures() {
    const { listedPhotos, progress, mlReady } = this.#with;
    return { ...this.#count(), photos: listedPhotos(), progress: progress(), mlReady: mlReady() };
  }

  async #ask(): Promise<void> {
    const signal = AbortSignal.timeout(sourceTimeout);
    const wasWell = isWell(this.#reach);
    try {
      this.#reach = await Promise.race([this.#with.source({ signal }), rejectedBy(signal)]);
    } catch {
      this.#reach = unreachable;
    }
    this.#askedAt = performance.now();
    this.#asking = undefined;
    if (!wasWell && isWell(this.#reach)) this.#with.onReached?.();
  }

  #count(): Counts {
    const begin = performance.now();
    if (!this.#counts || begin >= this.#countAt) {
      const { counts } = this.#with;
      this.#counts = { ...counts.read(), readAgain: counts.readAgain() };
      const end = performance.now();
      this.#countAt = end + Math.min(freshFor, leastPause * (end - begin));
    }
    return this.#counts;
  }
}

const isWell = ({ reachable, loggedIn }: SourceReach): boolean => reachable && loggedIn;
