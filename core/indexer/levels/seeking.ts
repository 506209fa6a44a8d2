import type { CloserQueue } from '../../store/photos/closer-queue.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import { inIdSteps } from '../id-steps.ts';

/**
 * After this many consecutive requests for a part to which the source responded with the whole photo, the source counts as
 * unable to send parts.
 */
const maxWhole = 3;

interface Dependencies {
  readonly state: SyncState;
  readonly syncQueue: SyncQueue;
  readonly closer: CloserQueue;
  readonly transact: Transact;
}

/**
 * Tracks whether a source sends parts of photos for less than the whole. If not, heads are skipped: pictures wait for
 * their originals, and files that the server cannot decode wait for a source that can send parts.
 */
export class Seeking {
  readonly #with: Dependencies;
  /** The number of consecutive whole files since the start. */
  #whole = 0;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  get isPossible(): boolean {
    return this.#with.state.get('ranges') !== false && this.#whole < maxWhole;
  }

  /** To be called if the whole photo arrived instead of the requested part. */
  noteWhole(): void {
    this.#whole += 1;
  }

  /** To be called if the requested part arrived. */
  notePart(): void {
    this.#whole = 0;
  }

  /** If the source's ability has changed, makes photos wait for heads or originals. An interrupted change starts over. */
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
