import { signal } from '@preact/signals';

export interface PollOptions<T> {
  ask(): Promise<T>;
  /** Whether the page is visible: a page in the background sends no requests. */
  isSeen(): boolean;
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds between two requests. */
  readonly every: number;
}

/** Repeats a request while the page is visible. The last value stays if a request fails. */
export class Poll<T> {
  readonly value = signal<T | null>(null);
  /** Why there is no value yet. */
  readonly failure = signal<string | null>(null);
  readonly #options: PollOptions<T>;
  /** Incremented by `start` and its stop function, which ends earlier loops. */
  #run = 0;
  /** The number of the newest request; answers to older ones are dropped. */
  #question = 0;

  constructor(options: PollOptions<T>) {
    this.#options = options;
  }

  /** @returns a function that stops it */
  start(): () => void {
    void this.#loop(++this.#run);
    return () => {
      this.#run++;
    };
  }

  /** Sends a request now. */
  async refresh(): Promise<void> {
    const question = ++this.#question;
    try {
      const value = await this.#options.ask();
      if (question !== this.#question) return;
      this.value.value = value;
      this.failure.value = null;
    } catch (error) {
      if (question === this.#question && this.value.value === null) this.failure.value = (error as Error).message;
    }
  }

  async #loop(run: number): Promise<void> {
    while (run === this.#run) {
      if (this.#options.isSeen()) await this.refresh();
      await this.#options.pause(this.#options.every);
    }
  }
}
