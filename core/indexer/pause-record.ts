import type { IndexerLog } from './indexer-log.ts';
import type { PauseReason } from './progress.ts';
import type { TransientError } from './transient-error.ts';

/** Seconds of the first pause; each consecutive one is twice as long, up to the sync interval. */
const FIRST_PAUSE = 5;

/** Errors that are resolved as soon as the source is healthy. */
const away: ReadonlySet<string | undefined> = new Set(['unreachable', 'not_logged_in', 'timeout']);

interface Dependencies {
  readonly config: { readonly syncInterval: number };
  readonly log: Pick<IndexerLog, 'info' | 'warn'>;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The error that pauses the indexer, and the number of consecutive pauses. */
export class PauseRecord {
  readonly #with: Dependencies;
  #present: PauseReason | null = null;
  #pauses = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Null if the indexer is not paused. */
  get present(): PauseReason | null {
    return this.#present;
  }

  /** Whether the source itself seems to be the cause. */
  get isSourceAway(): boolean {
    return away.has(this.#present?.code);
  }

  /**
   * Whether the pause ends when the source reports to be healthy.
   * @param wasAway whether it was known to be unreachable. If photos cannot be read although the source always reports to
   * be healthy, its report ends only the first pause, and then pauses grow
   */
  endsWithSource(wasAway: boolean): boolean {
    return this.isSourceAway && (wasAway || this.#pauses <= 1);
  }

  /** Adds a consecutive pause. @returns its length in seconds */
  pause({ retryAfter }: TransientError): number {
    const { syncInterval } = this.#with.config;
    const growing = Math.min(FIRST_PAUSE * 2 ** this.#pauses, Math.max(syncInterval, FIRST_PAUSE));
    this.#pauses += 1;
    return Math.max(retryAfter ?? 0, growing);
  }

  /**
   * Records an error, and logs it if it differs from the last one.
   * @param retryAt epoch seconds
   */
  report({ code, message, cause }: TransientError, retryAt: number): void {
    const { clock, log } = this.#with;
    const isNew = this.#present?.code !== code;
    // The place where a full disk was met says nothing more.
    if (isNew) log.warn(code === 'disk_full' ? { code } : { code, err: cause }, message);
    const since = isNew ? clock() : (this.#present?.since ?? clock());
    this.#present = { code, message, since, retryAt };
  }

  /** To be called after a successful cycle. */
  clear(): void {
    if (this.#present?.code === 'disk_full') {
      this.#with.log.info({}, 'The disk of the data folder has space again: indexing goes on.');
    }
    this.#pauses = 0;
    this.#present = null;
  }
}
