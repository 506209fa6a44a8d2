import { abortable } from '../plugin-api/toolkit/index.ts';

/** What several callers wait for together: it is computed once, and given up when nobody waits for it any more. */
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

  /** Nobody waited any more before it was there: it is to be computed anew. */
  get isGivenUp(): boolean {
    return this.#over.signal.aborted;
  }

  /** @throws what the computation throws, or the signal's reason when that caller goes */
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
