import type { PauseReason } from './progress.ts';
import type { TransientError } from './transient-error.ts';

/** Seconds of the first pause; each one in a row doubles it, up to the sync interval. */
const FIRST_PAUSE = 5;

/** Errors that are over as soon as the source is well. */
const away: ReadonlySet<string | undefined> = new Set(['unreachable', 'not_logged_in', 'timeout']);

interface Dependencies {
  readonly config: { readonly syncInterval: number };
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The error that pauses the indexer, and the number of pauses in a row. */
export class PauseRecord {
  readonly #with: Dependencies;
  #present: PauseReason | null = null;
  #pauses = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Null when nothing is in the way. */
  get present(): PauseReason | null {
    return this.#present;
  }

  /** Whether the source itself seems to be in the way. */
  get isSourceAway(): boolean {
    return away.has(this.#present?.code);
  }

  /**
   * Whether the pause is over once the source reports that it is healthy.
   * @param wasAway whether it was known to be unreachable. If photos cannot be read from a source that always reports to be
   * healthy, the report is believed once, and then pauses grow
   */
  endsWithSource(wasAway: boolean): boolean {
    return this.isSourceAway && (wasAway || this.#pauses <= 1);
  }

  /** Counts one more pause in a row. @returns how long it takes, in seconds */
  pause({ retryAfter }: TransientError): number {
    const { syncInterval } = this.#with.config;
    const growing = Math.min(FIRST_PAUSE * 2 ** this.#pauses, Math.max(syncInterval, FIRST_PAUSE));
    this.#pauses += 1;
    return Math.max(retryAfter ?? 0, growing);
  }

  /**
   * Notes an error, and logs it if it is another one than before.
   * @param retryAt epoch seconds
   */
  report({ code, message, cause }: TransientError, retryAt: number): void {
    const { clock, log } = this.#with;
    const isNew = this.#present?.code !== code;
    if (isNew) log.warn({ code, err: cause }, message);
    const since = isNew ? clock() : (this.#present?.since ?? clock());
    this.#present = { code, message, since, retryAt };
  }

  /** A cycle went well. */
  clear(): void {
    this.#pauses = 0;
    this.#present = null;
  }
}
