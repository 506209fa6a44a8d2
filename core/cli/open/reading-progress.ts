import { TerminalLine } from '../terminal-line.ts';

/** What the server knows of its library. */
interface Figures {
  /** In the timeline. */
  readonly photos: number;
  readonly pending: number;
  readonly failed: number;
  readonly readAgain: number;
}

/** Milliseconds between two looks, on a terminal and elsewhere. */
const often = 1000;
const seldom = 60_000;

/** Tells how reading the library goes: a line that changes on a terminal, and now and then a line elsewhere. */
export class ReadingProgress {
  readonly #figures: () => Figures | undefined;
  readonly #out: NodeJS.WriteStream;
  readonly #timer: NodeJS.Timeout;
  readonly #line: TerminalLine;
  /** Photos at the last look, and as they were last said to be read. */
  #seen = 0;
  #read = 0;
  #toldAt = -Infinity;

  /** @param figures undefined while nobody may know */
  constructor(figures: () => Figures | undefined, out: NodeJS.WriteStream) {
    this.#figures = figures;
    this.#out = out;
    this.#line = new TerminalLine(out);
    this.#timer = setInterval(() => {
      this.#look();
    }, often);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#line.clear();
  }

  #look(): void {
    const figures = this.#figures();
    if (!figures) return;
    const { photos, pending, failed, readAgain } = figures;
    const done = Math.max(0, photos - readAgain) + failed;
    const total = done + pending;
    if (pending > 0) {
      this.#tell(`Reading your library: ${done} of ${total} photos`);
    } else if (total === this.#seen && total !== this.#read) {
      // Seen twice: while a store is still being looked through, more come at once.
      this.#line.clear();
      const some = failed > 0 ? `, ${failed} of them could not be read` : '';
      this.#out.write(`Library read: ${total} photos${some}.\n`);
      this.#read = total;
      this.#toldAt = -Infinity;
    }
    this.#seen = total;
  }

  #tell(line: string): void {
    if (this.#line.isSeen) this.#line.draw(line);
    else if (performance.now() - this.#toldAt >= seldom) {
      this.#toldAt = performance.now();
      this.#out.write(`${line}\n`);
    }
  }
}
