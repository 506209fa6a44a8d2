import type { Analyses } from '../../store/models/analyses.ts';
import type { CloserQueue } from '../../store/photos/closer-queue.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import { inIdSteps } from '../id-steps.ts';

interface Dependencies {
  readonly intake: SyncQueue;
  readonly closer: CloserQueue;
  readonly analyses: Analyses;
  readonly state: SyncState;
  readonly transact: Transact;
}

/**
 * Takes note of what reading originals costs. Where that has changed, photos wait for what they lack now: where originals
 * begin to cost, for the heads of files of which no more is read; where they are cheap again, for present models to see the
 * originals of photos that they know by previews. One who is cut off begins again.
 */
export async function followOriginals(
  { intake, closer, analyses, state, transact }: Dependencies,
  originals: 'cheap' | 'metered',
  signal: AbortSignal,
): Promise<void> {
  if ((state.get('originals') ?? 'cheap') === originals) return;
  const followSome = (from: number, to: number): void => {
    transact(() => {
      if (originals === 'metered') closer.awaitHeads(from, to, intake.source);
      else analyses.showOriginals(from, to, intake.source);
    });
  };
  await inIdSteps(intake.lastId(), followSome, signal);
  state.set('originals', originals);
}
