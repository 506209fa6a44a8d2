import { bytesText } from '../domain/bytes-text.ts';
import type { CopyProgress } from '../plugin-api/index.ts';
import { rateText } from './rate-text.ts';
import { TerminalLine } from './terminal-line.ts';

/** Milliseconds between two updates. */
const interval = 100;

const stepTexts: Readonly<Record<CopyProgress['step'], { readonly now: string; readonly next: string }>> = {
  copying: { now: 'Copying', next: 'then it is read through' },
  reading: { now: 'Reading it through', next: 'then it is examined' },
  examining: { now: 'Examining it', next: '' },
};

/** Shows the progress of a copy of the index in a temporary line on a terminal; without a terminal, it shows nothing. */
export class CopyReporter {
  readonly #line: TerminalLine;
  readonly #clock: () => number;
  #step: CopyProgress['step'] | undefined;
  #begunAt = 0;
  #drawnAt = -Infinity;

  /** @param clock milliseconds */
  constructor(terminal: NodeJS.WriteStream, clock: () => number = () => performance.now()) {
    this.#line = new TerminalLine(terminal);
    this.#clock = clock;
  }

  readonly show = (progress: CopyProgress): void => {
    const now = this.#clock();
    const isNew = progress.step !== this.#step;
    if (isNew) {
      this.#step = progress.step;
      this.#begunAt = now;
    }
    if (!isNew && now - this.#drawnAt < interval) return;
    this.#drawnAt = now;
    this.#line.draw(line(progress, (now - this.#begunAt) / 1000));
  };

  /** Removes the line. */
  end(): void {
    this.#line.clear();
  }
}

function line({ step, bytes, total }: CopyProgress, seconds: number): string {
  const { now, next } = stepTexts[step];
  const progress = bytes === null ? bytesText(total) : `${bytesText(bytes)} of ${bytesText(total)}`;
  const rate = bytes === null ? '' : rateText(bytes, seconds);
  return [`${now}: ${progress}`, rate, next].filter((part) => part !== '').join(', ');
}
