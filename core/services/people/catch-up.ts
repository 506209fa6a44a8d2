import { setImmediate } from 'node:timers/promises';

interface Dependencies {
  /** The search texts that contain names of people. */
  readonly texts: { refreshSome(): boolean };
  /** The sums of people's embeddings. */
  readonly sums: { follow(limit: number): number };
  /** Triggers a run of the clusterer. */
  readonly wake: () => void;
  /** Whether the index is still open. */
  readonly isOpen: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** The number of moved faces to add to the sums at once; this takes some milliseconds. */
const movesAtOnce = 250;

/** Milliseconds: several edits in a row trigger the background work only once. */
const wakeAfter = 1000;

/** Updates data derived from the persons of faces after an edit: sums, texts, clusters. */
export class CatchUp {
  readonly #with: Dependencies;
  #running: Promise<void> | undefined;
  #waking: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Updates a few texts at once; the texts of a person with thousands of photos are updated in the background. */
  afterEdit(): void {
    const { sums, wake, isOpen } = this.#with;
    sums.follow(movesAtOnce);
    this.textsSoon();
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined;
      if (isOpen()) wake();
    }, wakeAfter).unref();
  }

  /** Updates only the texts, after an edit that does not affect people. */
  textsSoon(): void {
    if (this.#with.texts.refreshSome()) this.#running ??= this.#refreshAll();
  }

  /** Resolves when the sums match the current faces. */
  async sums(): Promise<void> {
    while (this.#with.sums.follow(movesAtOnce) > 0) await setImmediate();
  }

  /**
   * Updates all texts, also those left over from a crash of the server.
   * @param enough whether to end after some, and go on with the next call
   */
  async texts(signal: AbortSignal, enough: () => boolean): Promise<void> {
    while (this.#with.texts.refreshSome()) {
      await setImmediate();
      signal.throwIfAborted();
      if (enough()) return;
    }
  }

  async #refreshAll(): Promise<void> {
    const { texts, isOpen, onError } = this.#with;
    try {
      // After an interruption, the rest is updated at the next start of the server.
      do await setImmediate();
      while (isOpen() && texts.refreshSome());
    } catch (error) {
      onError(error);
    } finally {
      this.#running = undefined;
    }
  }
}
