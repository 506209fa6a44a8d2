import type { MassLoss } from '../store/sync-state.ts';
import type { TransientErrorCode } from './transient-error.ts';

/*
 *            start()             timer, wake()
 *   stopped ────────▶ waiting ────────────▶ syncing ──▶ purging ──▶ indexing ──▶ analysing ──▶ grouping ──▶ analysing (texts)
 *      ▲                 ▲                   │   │         │           │             │            │             │
 *      │ stop(),         └──────── done ─────┼───┼─────────┼───────────┼─────────────┼────────────┼─────────────┤
 *      │ from every state                    │   └─────────┴───────────┴──── error ──┴─▶ grouping │
 *      │                                     ▼                                               │    │
 *                                    grouping, held                                       paused  ▼
 *                        timer, confirmMassLoss() ▶ syncing       pause over, wake() ▶ syncing   syncing, when there
 *                                                                                                is more to do
 *
 * A cycle runs from syncing to grouping. Long stages yield when the next sync is due, and the next cycle continues them.
 * `grouping` runs all background tasks on the findings of models. It follows the last of such cycles, and also the earlier
 * ones if its last round was long ago. It does not need the source, so errors of the source do not stop it.
 * `paused`: the source or the disk failed; the indexer retries after a pause, which grows with each failure.
 * `held`: a large part of the library would be removed; nothing is written until the photos are back or an admin agrees.
 *
 * `reading_closer`: if originals are costly, more is read of indexed photos after the people on thumbnails were grouped; the
 * findings are grouped in a separate cycle. No user waits for that, so it does not count as running.
 *
 * Text in photos is read when all other work is done, until the next sync is due, since it takes long.
 *
 * The state of a photo changes from pending to indexed, and back when its content changes; or from pending to failed, which
 * is retried after growing pauses. Its analysis changes from waiting to done, and back for new content or other models; or
 * from waiting to failed. Both states are in the database: a process that is killed at any point continues there.
 */

/** The states of the indexer: see the diagram above. */
export type IndexerState =
  | 'stopped'
  | 'waiting'
  | 'syncing'
  | 'purging'
  | 'indexing'
  | 'analysing'
  | 'grouping'
  | 'reading_closer'
  | 'paused'
  | 'held';

/** The error that currently pauses the indexer. */
export interface PauseReason {
  readonly code: TransientErrorCode;
  /** One sentence for admins. */
  readonly message: string;
  /** Epoch seconds. */
  readonly since: number;
  /** Epoch seconds of the next attempt. */
  readonly retryAt: number;
}

/** A loss, and if there are several sources, the plugin of the source with the loss. */
export type LossOfSource = MassLoss & { readonly source?: string };

/** The progress of the indexer. */
export interface IndexerProgress {
  readonly state: IndexerState;
  /** Whether photos are being read or analysed now. */
  readonly running: boolean;
  /** How many photos of the current run are done, out of `total`. */
  readonly done: number;
  readonly total: number;
  /** Whether the source has not listed all of its photos yet, so that the total will grow. */
  readonly counting: boolean;
  /** Photos per second, over the last minute. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** Epoch seconds of the last complete sync. */
  readonly lastSyncAt: number | null;
  /** Epoch seconds of the next sync, unless the indexer is woken earlier. */
  readonly nextSyncAt: number;
  readonly trouble: PauseReason | null;
  /** Why photos wait for models that are installed. */
  readonly modelsAway: PauseReason | null;
  /** The loss that waits for an admin's confirmation. */
  readonly massLoss: LossOfSource | null;
}

/** Milliseconds over which the rate is averaged. */
const WINDOW = 60_000;

/** The number of stored times before old ones are removed. */
const leastTrimmed = 2048;

/** Counts completed photos. */
export class RunProgress {
  readonly #now: () => number;
  #done = 0;
  #total = 0;
  #recent: number[] = [];
  #trimAt = leastTrimmed;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  begin(total: number): void {
    this.#done = 0;
    this.#total = total;
    this.#recent = [];
  }

  advance(): void {
    this.#done += 1;
    this.#recent.push(this.#now());
    if (this.#recent.length <= this.#trimAt) return;
    this.#recent = this.#withinWindow();
    // Limits how often each time is examined, no matter how many photos are completed per minute.
    this.#trimAt = Math.max(leastTrimmed, 2 * this.#recent.length);
  }

  read(): Pick<IndexerProgress, 'done' | 'total' | 'rate' | 'eta'> {
    const recent = this.#withinWindow();
    const [first] = recent;
    const seconds = first === undefined ? 0 : (this.#now() - first) / 1000;
    const rate = seconds > 0 ? recent.length / seconds : 0;
    const total = Math.max(this.#total, this.#done);
    return {
      done: this.#done,
      total,
      rate: Math.round(rate * 100) / 100,
      eta: rate > 0 ? Math.ceil((total - this.#done) / rate) : null,
    };
  }

  #withinWindow(): number[] {
    const start = this.#now() - WINDOW;
    return this.#recent.filter((time) => time >= start);
  }
}
