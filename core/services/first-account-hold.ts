import { WakeablePause } from '../threads/pause.ts';

/** Milliseconds between two checks for the first account, which a command may have created. */
const interval = 1000;

/**
 * Delays reading photos of a new library until its first account exists. The owner may want the library encrypted, and until
 * that is decided, no plain data about photos may be on the disk.
 */
export class FirstAccountHold {
  readonly #isWaiting: () => boolean;
  #settingUp = 0;
  readonly #pause = new WakeablePause();

  /** @param isWaiting whether there is no account yet */
  constructor(isWaiting: () => boolean) {
    this.#isWaiting = isWaiting;
  }

  /**
   * Extends the hold while an account is created.
   * @param work returns whether the library is to be encrypted next; in that case the hold lasts until this server shuts
   * down for it
   */
  async during<T extends { readonly isEncrypted: boolean }>(work: () => Promise<T>): Promise<T> {
    this.#settingUp += 1;
    let isEncrypted = false;
    try {
      const result = await work();
      ({ isEncrypted } = result);
      return result;
    } finally {
      if (!isEncrypted) this.#settingUp -= 1;
      // The page that created the account asks right away whether photos are being read.
      this.#pause.wake();
    }
  }

  /** Resolves once photos may be read. @throws the reason of the signal */
  async over(signal: AbortSignal): Promise<void> {
    while (this.#settingUp > 0 || this.#isWaiting()) {
      signal.throwIfAborted();
      await this.#pause.wait(interval, signal, { unref: true });
    }
  }
}
