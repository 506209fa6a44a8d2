import { isMassLoss } from '../domain/mass-loss.ts';
import type { PhotoIntake } from '../index-store/photo-intake.ts';
import type { MassLoss, SyncState } from '../index-store/sync-state.ts';

/** Seconds. Losses of one day count together: a library that vanishes bit by bit vanishes all the same. */
const TOGETHER = 86_400;

interface Dependencies {
  readonly intake: PhotoIntake;
  readonly state: SyncState;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** Stands between what a source no longer shows and the index: a large loss waits for an admin's word. */
export class LossGuard {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether an admin has agreed to the loss that is under way. */
  get agreed(): boolean {
    return this.#with.state.get('loss_agreed') ?? false;
  }

  /**
   * What an admin has to agree to before `missing` more photos are hidden; null when they may go.
   * @param library how many photos there were before, when that is not what there is now
   */
  massLoss(missing: number, library?: number): Omit<MassLoss, 'since'> | null {
    const { intake, state, clock } = this.#with;
    if (missing === 0 || this.agreed) return null;
    const recent = intake.hiddenSince(Math.max(clock() - TOGETHER, state.get('losses_agreed_at') ?? 0));
    // What came while the sync was held must not make the loss look smaller.
    const total = Math.min((library ?? intake.count()) + recent, state.get('mass_loss')?.total ?? Infinity);
    if (!isMassLoss(missing + recent, total)) return null;
    return { reason: 'mass_disappearance', missing: missing + recent, total };
  }

  /** Writes down that the sync waits. */
  hold(loss: Omit<MassLoss, 'since'>): MassLoss {
    return this.#with.state.hold(loss, this.#with.clock());
  }
}
