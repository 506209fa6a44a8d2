import { computed, signal } from '@preact/signals';
import type { Status } from '../../../core/http/wire.ts';

export interface StatusWatchOptions {
  status(): Promise<Status>;
  pause(milliseconds: number): Promise<void>;
  /** Whether the page is visible: a page in the background sends no requests. */
  isSeen(): boolean;
  /** Called for each answer; `hasChanged` if photos were added, removed or may have been read again since the last one. */
  onAnswer(hasChanged: boolean): void;
}

const shortPause = 2000;
const longPause = 15_000;

/** Polls the server's status, and notices changes of the library and of the connection to the photo store. */
export class StatusWatch {
  readonly status = signal<Status | null>(null);
  /** Whether the server cannot reach the photo store, so that originals are unavailable. */
  readonly storeAway = computed(() => this.status.value !== null && !reachesStore(this.status.value));
  /** Incremented when the photo store is reachable after an original failed to load. */
  readonly storeReturns = signal(0);
  readonly #options: StatusWatchOptions;
  /** Incremented by `start` and `stop`, which ends earlier loops. */
  #run = 0;
  #doubted = false;
  /** Whether the next pause is skipped. */
  #hurries = false;
  /** Ends the current pause. */
  #endPause: (() => void) | undefined;

  constructor(options: StatusWatchOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#loop(++this.#run);
  }

  stop(): void {
    this.#run++;
  }

  /** To be called when an original failed to load, since browsers do not say why: requests the status at once. */
  doubtStore(): void {
    this.#doubted = true;
    if (this.#endPause) this.#endPause();
    else this.#hurries = true;
  }

  async #loop(run: number): Promise<void> {
    while (run === this.#run) {
      if (this.#options.isSeen()) {
        const wasDoubted = this.#doubted;
        // `Connection` reports an unreachable server.
        const status = await this.#options.status().catch(() => null);
        if (run !== this.#run) return;
        if (status) this.#take(status, wasDoubted);
      }
      const status = this.status.value;
      const isSoon = (status !== null && isReading(status)) || this.storeAway.value || this.#doubted;
      await this.#rest(isSoon ? shortPause : longPause);
    }
  }

  #take(status: Status, wasDoubted: boolean): void {
    const oldStatus = this.status.value;
    const wasAway = this.storeAway.value;
    this.status.value = status;
    if (wasDoubted) this.#doubted = false;
    if (reachesStore(status) && (wasAway || wasDoubted)) this.storeReturns.value++;
    this.#options.onAnswer(oldStatus !== null && fingerprint(oldStatus) !== fingerprint(status));
  }

  /**
   * A doubt ends only one pause: if the page is hidden, or the server does not answer, the next pause has its full length.
   */
  async #rest(milliseconds: number): Promise<void> {
    if (!this.#hurries) {
      const ended = new Promise<void>((resolve) => {
        this.#endPause = resolve;
      });
      await Promise.race([this.#options.pause(milliseconds), ended]);
      this.#endPause = undefined;
    }
    this.#hurries = false;
  }
}

/** Also true before the first photos are listed, as during the setup of the first account. */
const isReading = ({ indexing, last_sync_at: listedAt }: Status): boolean => indexing.running || listedAt === null;

const reachesStore = ({ bridge }: Status): boolean => bridge.reachable && bridge.loggedIn;

function fingerprint({ photos, pending, failed, last_sync_at }: Status): string {
  return [photos, pending, failed, last_sync_at].join();
}
