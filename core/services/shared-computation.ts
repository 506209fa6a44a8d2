import { abortable } from '../plugin-api/toolkit/index.ts';

/** A computation that several callers wait for. It runs once, and is aborted when the last caller leaves. */
export class SharedComputation<T> {
  readonly #over = new AbortController();
  readonly #answer: Promise<T>;
  #isThere = false;
  #waiting = 0;

  constructor(compute: (signal: AbortSignal) => Promise<T>) {
    this.#answer = compute(this.#over.signal);
    this.#answer.then(
      () => (this.#isThere = true),
      () => undefined,
    );
  }

  /** All callers left before the result, so it must be computed again. */
  get isGivenUp(): boolean {
    return this.#over.signal.aborted;
  }

  /** @throws the error of the computation, or the reason of the caller's signal */
  async for(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    this.#waiting += 1;
    try {
      return await abortable(signal, this.#answer);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isThere) this.#over.abort(new Error('Nobody waits for the answer any more.'));
    }
  }
}
