import type { Analyses } from '../store/models/analyses.ts';
import type { CloserQueue } from '../store/photos/closer-queue.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import type { TextLines } from '../store/photos/text-lines.ts';
import type { ModelPause } from './model-pause.ts';
import type { SyncRound } from './sync/sync-round.ts';
import type { TaskRound } from './task-round.ts';

/** Seconds: a smaller step back delays nothing for long. */
const tolerance = 60;

interface Dependencies {
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly queue: Pick<IndexQueue, 'notLater'>;
  readonly closer: Pick<CloserQueue, 'notLater'>;
  readonly analyses: Pick<Analyses, 'notLater'>;
  readonly lines: Pick<TextLines, 'notLater'>;
  readonly sync: Pick<SyncRound, 'retryAll'>;
  readonly modelPause: Pick<ModelPause, 'end'>;
  readonly tasks: Pick<TaskRound, 'restart'>;
}

/**
 * Notices that the clock was set back, as when a machine without a clock of its own learns the time. What was put off while it
 * was ahead would otherwise wait until that time comes again, perhaps in years.
 */
export class ClockWatch {
  readonly #with: Dependencies;
  #lastSeen = -Infinity;
  /** At the start, too: the clock may have been set back while the server was off. */
  #areRetriesFar = true;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether the clock was set back since the last call. Pauses end then, and the next `bringRetriesNear` has work to do. */
  wasSetBack(): boolean {
    const now = this.#with.clock();
    const isBack = now < this.#lastSeen - tolerance;
    this.#lastSeen = now;
    if (!isBack) return false;
    const { sync, modelPause, tasks } = this.#with;
    sync.retryAll();
    modelPause.end();
    tasks.restart();
    this.#areRetriesFar = true;
    return true;
  }

  /** Photos whose next attempt is later than any failure puts it are tried again soon. */
  bringRetriesNear(): void {
    if (!this.#areRetriesFar) return;
    const { clock, queue, closer, analyses, lines } = this.#with;
    for (const waiting of [queue, closer, analyses, lines]) waiting.notLater(clock());
    this.#areRetriesFar = false;
  }
}
