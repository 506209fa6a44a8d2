/**
 * The time from one lock to the next. Work that began in a session ends with it: an unlock that is still stretching its
 * passphrase when the library is locked again does not open it.
 */
export class Session {
  readonly #ending = new AbortController();
  /** Whether the library is being opened in this session. */
  isOpening = false;

  /** Aborted at the end of the session. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get hasEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  end(): void {
    this.#ending.abort(new Error('The library was locked meanwhile.'));
  }
}
