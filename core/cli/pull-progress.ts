import { bytesText } from '../domain/bytes-text.ts';
import type { ModelPullOptions } from '../plugin-api/ml-provider.ts';
import { TerminalLine } from './terminal-line.ts';

type Progress = Parameters<ModelPullOptions['onProgress']>[0];

/** Milliseconds between two drawings of the bar. */
const interval = 100;
const width = 24;

/** Tells how downloads go: a bar that moves on a terminal, a line for each file that is there elsewhere. */
export class PullProgress {
  readonly #line: TerminalLine;
  readonly #print: (line: string) => void;
  /** Files that are on their way: of those that were there, nothing is told. */
  readonly #coming = new Set<string>();
  #drawnAt = -Infinity;

  constructor(terminal: NodeJS.WriteStream, print: (line: string) => void) {
    this.#line = new TerminalLine(terminal);
    this.#print = print;
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
    this.#coming.add(name);
    if (performance.now() - this.#drawnAt >= interval) {
      this.#drawnAt = performance.now();
      this.#line.draw(`${bar(bytes, total)}  ${name}`);
    }
  };

  /** Takes the bar away. */
  end(): void {
    this.#line.clear();
  }
}

function bar(bytes: number, total: number | null): string {
  if (total === null) return bytesText(bytes).padStart(8);
  const share = Math.min(1, bytes / total);
  const filled = Math.round(share * width);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `[${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${percent}% of ${bytesText(total)}`;
}
