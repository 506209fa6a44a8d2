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
 * Notes whether reading originals is costly. After a change, photos wait for what they lack now. When originals become costly,
 * they wait for the heads of their files. When originals become cheap again, they wait for the installed models to see the
 * originals instead of previews. If this is interrupted, it begins again.
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
