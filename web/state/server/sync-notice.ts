import { signal } from '@preact/signals';
import type { IndexerState, MassLoss } from '../../../core/http/wire.ts';

export interface SyncNoticeOptions {
  /** Reads the state of the indexer. */
  state(): Promise<IndexerState>;
  /** Starts a sync with the photo source. */
  sync(): Promise<IndexerState>;
  /** Accepts a mass loss as it was shown. */
  acceptLoss(loss: Pick<MassLoss, 'missing' | 'reason' | 'source'>): Promise<IndexerState>;
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

/** Milliseconds between two requests, unless a person triggers one. */
const minInterval = 10_000;
/** Milliseconds given to the server for a sync before its state is read again. */
const syncPause = 1500;

/** The reason why the library does not follow its photo source at the moment. Only admins see it and can act on it. */
export class SyncNotice {
  readonly state = signal<IndexerState | null>(null);
  /** Whether an action is in progress. */
  readonly busy = signal(false);
  /** Why the server rejected the last action; null if it did not. */
  readonly refusal = signal<string | null>(null);
  readonly #options: SyncNoticeOptions;
  #askedAt = -Infinity;
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;

  constructor(options: SyncNoticeOptions) {
    this.#options = options;
  }

  /** Reads the state, unless it was read a moment ago. */
  async refresh(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#askedAt < minInterval) return;
    this.#askedAt = now;
    const turn = ++this.#turn;
    const state = await this.#options.state();
    if (turn !== this.#turn) return;
    if (!isSameObstacle(state, this.state.value)) this.refusal.value = null;
    this.state.value = state;
  }

  lookAgain(): Promise<void> {
    return this.#act(() => this.#options.sync());
  }

  /** Accepts that the missing photos are removed. */
  accept({ missing, reason, source }: MassLoss): Promise<void> {
    const shownLoss = { missing, reason, ...(source !== undefined && { source }) };
    return this.#act(() => this.#options.acceptLoss(shownLoss));
  }

  async #act(ask: () => Promise<IndexerState>): Promise<void> {
    if (this.busy.value) return;
    this.busy.value = true;
    this.refusal.value = null;
    let refusal: string | null = null;
    try {
      await ask();
      await this.#options.pause(syncPause);
    } catch (error) {
      refusal = (error as Error).message;
    } finally {
      this.busy.value = false;
    }
    this.#askedAt = -Infinity;
    await this.refresh().catch(() => undefined);
    this.refusal.value = refusal;
  }
}

/** Whether the obstacle is the same as before. */
function isSameObstacle(a: IndexerState, b: IndexerState | null): boolean {
  return (
    a.mass_loss?.missing === b?.mass_loss?.missing &&
    a.mass_loss?.source === b?.mass_loss?.source &&
    a.mass_loss?.reason === b?.mass_loss?.reason &&
    a.trouble?.message === b?.trouble?.message
  );
}
