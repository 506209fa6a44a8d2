import { TerminalLine } from '../terminal-line.ts';

/** Figures of the library. */
interface Figures {
  /** Photos in the timeline. */
  readonly photos: number;
  readonly pending: number;
  readonly failed: number;
  readonly readAgain: number;
}

/** Milliseconds between two updates of the line on a terminal. */
const updateInterval = 1000;
/** Milliseconds between two lines where the output is no terminal. */
const lineInterval = 60_000;

/** Shows the progress of reading the library: a line that changes on a terminal, or an occasional line elsewhere. */
export class ReadingProgress {
  readonly #figures: () => Figures | undefined;
  readonly #out: NodeJS.WriteStream;
  readonly #timer: NodeJS.Timeout;
  readonly #line: TerminalLine;
  /** Photos at the last update, and in the last message that all were read. */
  #seen = 0;
  #read = 0;
  #toldAt = -Infinity;

  /** @param figures undefined while the library is locked or not loaded */
  constructor(figures: () => Figures | undefined, out: NodeJS.WriteStream) {
    this.#figures = figures;
    this.#out = out;
    this.#line = new TerminalLine(out);
    this.#timer = setInterval(() => {
      this.#update();
    }, updateInterval);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#line.clear();
  }

  #update(): void {
    const figures = this.#figures();
    if (!figures) return;
    const { photos, pending, failed, readAgain } = figures;
    const done = Math.max(0, photos - readAgain) + failed;
    const total = done + pending;
    if (pending > 0) {
      this.#tell(`Reading your library: ${done} of ${total} photos`);
    } else if (total === this.#seen && total !== this.#read) {
      // The total must be the same in two updates: while the store is being scanned, it grows.
      this.#line.clear();
      const failures = failed > 0 ? `, ${failed} of them could not be read` : '';
      this.#out.write(`Library read: ${total} photos${failures}.\n`);
      this.#read = total;
      this.#toldAt = -Infinity;
    }
    this.#seen = total;
  }

  #tell(line: string): void {
    if (this.#line.isSeen) this.#line.draw(line);
    else if (performance.now() - this.#toldAt >= lineInterval) {
      this.#toldAt = performance.now();
      this.#out.write(`${line}\n`);
    }
  }
}
