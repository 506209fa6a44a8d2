/** Lets somebody wait for news, and no longer than a while. News that come while nobody waits are not lost. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Resolves at once if it has rung since the last time; else when it rings, after so many milliseconds, or when the signal is aborted. */
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
