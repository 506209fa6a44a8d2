import { signal } from '@preact/signals';

export interface PollOptions<T> {
  ask(): Promise<T>;
  /** Whether anybody looks: a page in the background does not ask. */
  isSeen(): boolean;
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds between two questions. */
  readonly every: number;
}

/** Asks for something again and again while it is looked at. What was there stays when an answer fails to come. */
export class Poll<T> {
  readonly value = signal<T | null>(null);
  /** Why there is nothing yet. */
  readonly failure = signal<string | null>(null);
  readonly #options: PollOptions<T>;
  /** Ends the loop of an earlier `start`. */
  #run = 0;
  /** The newest question; answers to older ones come too late. */
  #question = 0;

  constructor(options: PollOptions<T>) {
    this.#options = options;
  }

  /** @returns how to stop */
  start(): () => void {
    void this.#loop(++this.#run);
    return () => {
      this.#run++;
    };
  }

  /** Asks now. */
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
