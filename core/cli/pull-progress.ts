import { bytesText } from '../domain/bytes-text.ts';
import type { ModelPullOptions } from '../plugin-api/ml-provider.ts';
import { rateText } from './rate-text.ts';
import { TerminalLine } from './terminal-line.ts';

type Progress = Parameters<ModelPullOptions['onProgress']>[0];

/** A download in progress: its size and the time at the first report. */
interface Download {
  readonly from: number;
  readonly begunAt: number;
}

/** Milliseconds between two updates of the bar. */
const interval = 100;
const width = 24;

/** Shows the progress of downloads: a moving bar on a terminal, one line per finished file elsewhere. */
export class PullProgress {
  readonly #line: TerminalLine;
  readonly #print: (line: string) => void;
  readonly #clock: () => number;
  /** Files in progress; complete files are not reported. */
  readonly #coming = new Map<string, Download>();
  #drawnAt = -Infinity;

  /** @param clock milliseconds */
  constructor(
    terminal: NodeJS.WriteStream,
    print: (line: string) => void,
    clock: () => number = () => performance.now(),
  ) {
    this.#line = new TerminalLine(terminal);
    this.#print = print;
    this.#clock = clock;
  }

  readonly show = (progress: Progress): void => {
    const { pack, file, bytes, total } = progress;
    const name = `${pack}/${file}`;
    if (bytes === total) {
      if (!this.#coming.delete(name)) return;
      this.end();
      this.#print(`${name}  ${bytesText(bytes)}`);
      return;
    }
    const now = this.#clock();
    const download = this.#coming.get(name) ?? { from: bytes, begunAt: now };
    this.#coming.set(name, download);
    if (now - this.#drawnAt < interval) return;
    this.#drawnAt = now;
    // Bytes of an earlier pull do not count for the rate.
    const rate = rateText(bytes - download.from, (now - download.begunAt) / 1000);
    this.#line.draw(`${[progressBar(bytes, total), rate].filter((part) => part !== '').join(', ')}  ${name}`);
  };

  /** Removes the bar. */
  end(): void {
    this.#line.clear();
  }
}

function progressBar(bytes: number, total: number | null): string {
  if (total === null) return bytesText(bytes);
  const share = Math.min(1, bytes / total);
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${bytesText(bytes)} of ${bytesText(total)}`;
}
