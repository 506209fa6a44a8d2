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
 * Tracks whether reading originals is costly. After a change, photos wait for what they lack now: when originals become
 * costly, for the heads of their files; when originals become cheap again, for the installed models to analyse the
 * originals instead of previews. An interrupted change starts over.
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
