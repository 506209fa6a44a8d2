import { setImmediate } from 'node:timers/promises';

interface Dependencies {
  /** Texts that name people. */
  readonly texts: { refreshSome(): boolean };
  /** The sums of persons' embeddings. */
  readonly sums: { follow(limit: number): number };
  /** Has the clusterer run soon. */
  readonly wake: () => void;
  /** Whether the index is still open. */
  readonly isOpen: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** Moves of faces that are taken into the sums at once: some milliseconds. */
const movesAtOnce = 250;

/** Milliseconds: many edits in a row wake the background work once. */
const wakeAfter = 1000;

/** Updates the data derived from the persons of faces after an edit: sums, texts, clusters. */
export class CatchUp {
  readonly #with: Dependencies;
  #running: Promise<void> | undefined;
  #waking: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** A few texts follow at once; the texts of a person with thousands of photos follow in the background. */
  afterEdit(): void {
    const { sums, wake, isOpen } = this.#with;
    sums.follow(movesAtOnce);
    this.textsSoon();
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined;
      if (isOpen()) wake();
    }, wakeAfter).unref();
  }

  /** The same of texts alone, after an edit that is not about people. */
  textsSoon(): void {
    if (this.#with.texts.refreshSome()) this.#running ??= this.#refreshAll();
  }

  /** Resolves when the sums match the current faces. */
  async sums(): Promise<void> {
    while (this.#with.sums.follow(movesAtOnce) > 0) await setImmediate();
  }

  /** Updates all texts, also those left over from a crash of the server. */
  async texts(signal: AbortSignal): Promise<void> {
    while (this.#with.texts.refreshSome()) {
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async #refreshAll(): Promise<void> {
    const { texts, isOpen, onError } = this.#with;
    try {
      // The rest follows after the next start of the server.
      do await setImmediate();
      while (isOpen() && texts.refreshSome());
    } catch (error) {
      onError(error);
    } finally {
      this.#running = undefined;
    }
  }
}
