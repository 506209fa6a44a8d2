import { signal } from '@preact/signals';

export interface ConnectionOptions {
  /** Resolves if the server answers, rejects if it does not. */
  ping(): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
}

const pauses = [1000, 2000, 4000, 8000, 15_000];

/** Whether the server can be reached. While it cannot, it is pinged until it answers. */
export class Connection {
  readonly lost = signal(false);
  /** How often the connection was restored. */
  readonly recoveries = signal(0);
  readonly #options: ConnectionOptions;
  readonly #recovered: (() => void)[] = [];
  #asking = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Calls `listener` each time the connection is restored. */
  onRecovered(listener: () => void): void {
    this.#recovered.push(listener);
  }

  /** To be called after every request, with whether the server answered. */
  report(isReached: boolean): void {
    if (isReached === !this.lost.value) return;
    this.lost.value = !isReached;
    if (isReached) {
      this.recoveries.value++;
      for (const listener of this.#recovered) listener();
    } else if (!this.#asking) void this.#askUntilItAnswers();
  }

  /** To be called when a picture failed to load, since browsers do not say why. @returns whether the server answers */
  async doubt(): Promise<boolean> {
    if (this.lost.value) return false;
    return this.#options.ping().then(
      () => true,
      () => false,
    );
  }

  async #askUntilItAnswers(): Promise<void> {
    this.#asking = true;
    let attempt = 0;
    do await this.#options.pause(pauses[Math.min(attempt++, pauses.length - 1)] ?? 0);
    while (!(await this.#isBack()));
    this.#asking = false;
  }

  async #isBack(): Promise<boolean> {
    if (!this.lost.value) return true;
    try {
      await this.#options.ping();
    } catch {
      return false;
    }
    this.report(true);
    return true;
  }
}
