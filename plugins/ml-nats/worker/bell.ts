/** An event to wait for, with a time limit. An event without a waiter is kept for the next one. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /**
   * Resolves when the bell rings (or at once if it has rung since the last call), after `ms`, or when the signal is aborted.
   */
  async heard(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          this.#wake = undefined;
          resolve();
        };
        const timer = setTimeout(wake, ms);
        signal.addEventListener('abort', wake);
        this.#wake = wake;
      });
    }
    this.#hasRung = false;
  }
}
