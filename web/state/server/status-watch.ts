import { signal } from '@preact/signals';
import type { Status } from '../../../core/http/wire.ts';

export interface StatusWatchOptions {
  status(): Promise<Status>;
  pause(milliseconds: number): Promise<void>;
  /** Whether anybody looks: a page in the background does not ask. */
  isSeen(): boolean;
  /** Each answer; `changed` when photos came, went or may have been read anew since the one before. */
  onAnswer(changed: boolean): void;
}

const whileIndexing = 2000;
const otherwise = 15_000;

/** Keeps the server's status at hand, and notices when the library changed. */
export class StatusWatch {
  readonly status = signal<Status | null>(null);
  readonly #options: StatusWatchOptions;
  /** Ends the loop of an earlier `start`. */
  #run = 0;

  constructor(options: StatusWatchOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#loop(++this.#run);
  }

  stop(): void {
    this.#run++;
  }

  async #loop(run: number): Promise<void> {
    while (run === this.#run) {
      if (this.#options.isSeen()) {
        // An unreachable server is the connection's business.
        const status = await this.#options.status().catch(() => null);
        if (run !== this.#run) return;
        if (status) this.#take(status);
      }
      await this.#options.pause(this.status.value?.indexing.running ? whileIndexing : otherwise);
    }
  }

  #take(status: Status): void {
    const before = this.status.value;
    this.status.value = status;
    this.#options.onAnswer(before !== null && fingerprint(before) !== fingerprint(status));
  }
}

function fingerprint({ photos, pending, failed, last_sync_at }: Status): string {
  return [photos, pending, failed, last_sync_at].join();
}
