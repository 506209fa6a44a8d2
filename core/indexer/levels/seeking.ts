import type { CloserQueue } from '../../store/photos/closer-queue.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import { inIdSteps } from '../id-steps.ts';

/**
 * After this many whole photos in a row in response to requests for a part, the source counts as one that cannot send parts.
 */
const mostWhole = 3;

interface Dependencies {
  readonly state: SyncState;
  readonly syncQueue: SyncQueue;
  readonly closer: CloserQueue;
  readonly transact: Transact;
}

/**
 * Whether the source serves parts of photos for less than the whole. If not, heads are skipped: pictures wait for their
 * originals, and files that the server cannot decode wait for a source that does.
 */
export class Seeking {
  readonly #with: Dependencies;
  /** Whole files in a row, since the start. */
  #whole = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  get isPossible(): boolean {
    return this.#with.state.get('ranges') !== false && this.#whole < mostWhole;
  }

  /** A part of a photo was requested, and the whole photo came. */
  noteWhole(): void {
    this.#whole += 1;
  }

  /** A part of a photo was requested, and came. */
  notePart(): void {
    this.#whole = 0;
  }

  /** Lets photos wait for heads or originals, when that has changed. An interrupted change begins again. */
  async arrange(signal: AbortSignal): Promise<void> {
    const { state, syncQueue, closer, transact } = this.#with;
    const isPassed = !this.isPossible;
    if ((state.get('heads_passed') ?? false) === isPassed) return;
    const arrangeSome = (from: number, to: number): void => {
      transact(() => {
        if (isPassed) closer.passHeads(from, to, syncQueue.source);
        else closer.headsFirst(from, to, syncQueue.source);
      });
    };
    await inIdSteps(syncQueue.lastId(), arrangeSome, signal);
    state.set('heads_passed', isPassed);
  }
}
