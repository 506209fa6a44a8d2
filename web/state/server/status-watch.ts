import { computed, signal } from '@preact/signals';
import type { Status } from '../../../core/http/wire.ts';

export interface StatusWatchOptions {
  status(): Promise<Status>;
  pause(milliseconds: number): Promise<void>;
  /** Whether anybody looks: a page in the background does not ask. */
  isSeen(): boolean;
  /** Each answer; `changed` when photos came, went or may have been read anew since the one before. */
  onAnswer(changed: boolean): void;
}

const often = 2000;
const otherwise = 15_000;

/** Keeps the server's status at hand, and notices when the library changed, or its photo store went and came back. */
export class StatusWatch {
  readonly status = signal<Status | null>(null);
  /** The server says that it cannot reach the photo store: there are no originals. */
  readonly storeAway = computed(() => this.status.value !== null && !reachesStore(this.status.value));
  /** How often the photo store was found to be there after somebody could not have an original from it. */
  readonly storeReturns = signal(0);
  readonly #options: StatusWatchOptions;
  /** Ends the loop of an earlier `start`. */
  #run = 0;
  #doubted = false;
  /** The next pause is left out. */
  #hurries = false;
  /** Of the pause that is going on. */
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

  /** An original did not come, and browsers do not say why. Whether the photo store is there is asked at once. */
  doubtStore(): void {
    this.#doubted = true;
    if (this.#endPause) this.#endPause();
    else this.#hurries = true;
  }

  async #loop(run: number): Promise<void> {
    while (run === this.#run) {
      if (this.#options.isSeen()) {
        const wasDoubted = this.#doubted;
        // An unreachable server is the connection's business.
        const status = await this.#options.status().catch(() => null);
        if (run !== this.#run) return;
        if (status) this.#take(status, wasDoubted);
      }
      const status = this.status.value;
      const isSoon = (status !== null && isReading(status)) || this.storeAway.value || this.#doubted;
      await this.#rest(isSoon ? often : otherwise);
    }
  }

  #take(status: Status, wasDoubted: boolean): void {
    const before = this.status.value;
    const wasAway = this.storeAway.value;
    this.status.value = status;
    if (wasDoubted) this.#doubted = false;
    if (reachesStore(status) && (wasAway || wasDoubted)) this.storeReturns.value++;
    this.#options.onAnswer(before !== null && fingerprint(before) !== fingerprint(status));
  }

  /** A doubt ends one pause alone: where nobody looks, or the server does not answer, the next one is kept. */
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

/** Also before the first photos are listed, as behind the making of the first account. */
const isReading = ({ indexing, last_sync_at: listedAt }: Status): boolean => indexing.running || listedAt === null;

const reachesStore = ({ bridge }: Status): boolean => bridge.reachable && bridge.loggedIn;

function fingerprint({ photos, pending, failed, last_sync_at }: Status): string {
  return [photos, pending, failed, last_sync_at].join();
}
