import type { GridSource, Outline } from './grid-source.ts';

export interface OutlineReaderOptions {
  readonly outline: GridSource['outline'];
  onRead(outline: Outline): void;
  /** It could not be read, and nobody has given it up. */
  onFailed(): void;
  /** Epoch seconds. */
  now(): number;
}

/** While photos are being indexed every page says that the months are outdated: they are not read for each of them. */
const secondsBetweenReads = 3;

/** Reads what a list looks like, one time after the other, however often somebody wishes it. */
export class OutlineReader {
  readonly #options: OutlineReaderOptions;
  #reading: Promise<void> | null = null;
  #stop = new AbortController();
  /** Counts the wishes for another look. */
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
   * Called again while it reads, it reads once more.
   * @throws what the server answered
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

  /** Something that came says that it is outdated. */
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
      let answered: number;
      do {
        answered = this.#wishes;
        this.#readAt = this.#options.now();
        const outline = await this.#options.outline(stop);
        stop.throwIfAborted();
        this.#options.onRead(outline);
      } while (answered !== this.#wishes);
    } catch (error) {
      if (!stop.aborted) this.#options.onFailed();
      throw error;
    }
  }
}
