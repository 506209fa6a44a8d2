import type { CloserQueue } from '../../store/photos/closer-queue.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import { inIdSteps } from '../id-steps.ts';
import type { VideoReading } from '../video-reading.ts';

interface Dependencies {
  readonly state: SyncState;
  readonly syncQueue: SyncQueue;
  readonly closer: CloserQueue;
  readonly transact: Transact;
  readonly videoReading: VideoReading;
}

/**
 * Handles videos that were indexed while no program that reads videos was installed. When there is one, they wait for their
 * heads, like all photos of which more is to be read.
 */
export class UnreadVideos {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** An interrupted run starts over. */
  async arrange(signal: AbortSignal): Promise<void> {
    const { state, syncQueue, closer, transact, videoReading } = this.#with;
    if (state.get('videos_unread') === false || !(await videoReading.isPossible())) return;
    const awaitSome = (from: number, to: number): void => {
      transact(() => {
        closer.awaitVideos(from, to);
      });
    };
    await inIdSteps(syncQueue.lastId(), awaitSome, signal);
    state.set('videos_unread', false);
  }
}
