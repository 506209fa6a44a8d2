import type { LossOfSource } from './sync/loss-of-source.ts';
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
 * A cycle goes from syncing to grouping. Stages that have much to do make way when the next sync is due, and the next
 * cycle goes on with them; `grouping`, which is all the background tasks on the findings of models, follows the last
 * of such cycles, and those in between when the last round was long ago. It needs no source, so errors of the source do
 * not stop it. `paused`: the source or the disk failed, and is tried again after a growing pause.
 * `held`: a large part of the library would vanish; nothing is written until the photos are back or an admin agrees.
 *
 * `reading_closer`: if originals cost, more is read of photos in the index, once the people on thumbnails are grouped; the
 * findings are grouped in a cycle of its own. No person waits for that, so it does not count as running.
 *
 * Text in photos is read when all else is done, until the next sync is due: it takes long.
 *
 * A photo goes pending → indexed, and back when its content changes; or pending → failed, tried again after growing
 * pauses. Its analysis goes waiting → done, and back with new content or other models; or waiting → failed. Both live in
 * the database: a process that is killed anywhere goes on where it was.
 */

/** States of the indexer: see the picture above. */
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

/** The error that pauses the indexer now. */
export interface PauseReason {
  readonly code: TransientErrorCode;
  /** One sentence for admins. */
  readonly message: string;
  /** Epoch seconds. */
  readonly since: number;
  /** When it is tried again, in epoch seconds. */
  readonly retryAt: number;
}

/** How far the indexer is. */
export interface IndexerProgress {
  readonly state: IndexerState;
  /** Whether photos are being read or analysed now. */
  readonly running: boolean;
  /** Photos of the present run that are done, of `total`. */
  readonly done: number;
  readonly total: number;
  /** The source has not yet listed all that it has: there will be more than is known now. */
  readonly counting: boolean;
  /** Photos a second, over the last minute. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** Epoch seconds of the last sync that reached its end. */
  readonly lastSyncAt: number | null;
  /** Epoch seconds: when the next sync begins, unless the indexer is woken before. */
  readonly nextSyncAt: number;
  readonly trouble: PauseReason | null;
  /** Why photos wait for models that are installed. */
  readonly modelsAway: PauseReason | null;
  /** The sync waits for an admin's word. */
  readonly massLoss: LossOfSource | null;
}

/** Milliseconds over which the rate is taken. */
const WINDOW = 60_000;

/** Times that are kept before old ones are removed. */
const leastTrimmed = 2048;

/** Counts photos as they are done. */
export class RunProgress {
  readonly #now: () => number;
  #done = 0;
  #total = 0;
  #recent: number[] = [];
  #trimAt = leastTrimmed;

  /** @param now milliseconds that only go forward */
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
    // However many are done in a minute, each is examined a few times only.
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
