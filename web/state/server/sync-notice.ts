import { signal } from '@preact/signals';
import type { IndexerState, MassLoss } from '../../../core/http/wire.ts';

export interface SyncNoticeOptions {
  /** How the indexer is. */
  state(): Promise<IndexerState>;
  /** Lets the server look at the photo source now. */
  sync(): Promise<IndexerState>;
  /** Agrees to a loss as it was shown. */
  acceptLoss(loss: Pick<MassLoss, 'missing' | 'reason' | 'source'>): Promise<IndexerState>;
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

/** Milliseconds between two questions, unless somebody asks. */
const rest = 10_000;
/** Milliseconds that the server may take for a look before its answer is fetched. */
const aLook = 1500;

/** What keeps the library from following its store, for admins: they alone may ask, and do something about it. */
export class SyncNotice {
  readonly state = signal<IndexerState | null>(null);
  /** Whether what was asked for is under way. */
  readonly busy = signal(false);
  /** Why the server refused what was asked for; null when it did not. */
  readonly refusal = signal<string | null>(null);
  readonly #options: SyncNoticeOptions;
  #askedAt = -Infinity;

  constructor(options: SyncNoticeOptions) {
    this.#options = options;
  }

  /** Asks how things are, if nobody has just done so. */
  async refresh(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#askedAt < rest) return;
    this.#askedAt = now;
    const state = await this.#options.state();
    if (!isSameObstacle(state, this.state.value)) this.refusal.value = null;
    this.state.value = state;
  }

  lookAgain(): Promise<void> {
    return this.#act(() => this.#options.sync());
  }

  /** Lets the photos go that are missing. */
  accept({ missing, reason, source }: MassLoss): Promise<void> {
    const shown = { missing, reason, ...(source !== undefined && { source }) };
    return this.#act(() => this.#options.acceptLoss(shown));
  }

  /** Somebody else is here now. */
  forget(): void {
    this.state.value = null;
    this.refusal.value = null;
    this.#askedAt = -Infinity;
  }

  async #act(ask: () => Promise<IndexerState>): Promise<void> {
    if (this.busy.value) return;
    this.busy.value = true;
    this.refusal.value = null;
    let refusal: string | null = null;
    try {
      await ask();
      await this.#options.pause(aLook);
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

/** Whether the same stands in the way as before. */
function isSameObstacle(one: IndexerState, other: IndexerState | null): boolean {
  return (
    one.mass_loss?.missing === other?.mass_loss?.missing &&
    one.mass_loss?.source === other?.mass_loss?.source &&
    one.mass_loss?.reason === other?.mass_loss?.reason &&
    one.trouble?.message === other?.trouble?.message
  );
}
