import type { GridSource, Outline } from './grid-source.ts';

export interface OutlineReaderOptions {
  readonly outline: GridSource['outline'];
  onRead(outline: Outline): void;
  /** Called when reading failed and was not given up. */
  onFailed(): void;
  /** Epoch seconds. */
  now(): number;
}

/** While photos are being indexed, every page reports that the outline is outdated; this limits how often it is read. */
const secondsBetweenReads = 3;

/** Reads the outline of a list, one request at a time, however often it is requested. */
export class OutlineReader {
  readonly #options: OutlineReaderOptions;
  #reading: Promise<void> | null = null;
  #stop = new AbortController();
  /** Incremented for each request to read. */
  #wishes = 0;
  /** Epoch seconds. */
  #readAt = -Infinity;

  constructor(options: OutlineReaderOptions) {
    this.#options = options;
  }

  get isReading(): boolean {
    return this.#reading !== null;
  }

  /**
   * Reads the outline; called while reading, it reads once more.
   * @throws the server's error
   */
  read(): Promise<void> {
    this.#wishes++;
    if (this.#reading) return this.#reading;
    const reading = this.#readAll(this.#stop.signal).finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    this.#reading = reading;
    return reading;
  }

  /** To be called when loaded photos show that the outline is outdated. */
  readSoon(): void {
    if (this.#options.now() - this.#readAt >= secondsBetweenReads) this.read().catch(() => undefined);
  }

  giveUp(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#reading = null;
  }

  async #readAll(stop: AbortSignal): Promise<void> {
    try {
      let answeredWishes: number;
      do {
        answeredWishes = this.#wishes;
        this.#readAt = this.#options.now();
        const outline = await this.#options.outline(stop);
        stop.throwIfAborted();
        this.#options.onRead(outline);
      } while (answeredWishes !== this.#wishes);
    } catch (error) {
      if (!stop.aborted) this.#options.onFailed();
      throw error;
    }
  }
}
