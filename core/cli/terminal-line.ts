/** A temporary line on a terminal that is updated repeatedly. Without a terminal, nothing is shown. */
export class TerminalLine {
  readonly #terminal: NodeJS.WriteStream;
  #drawn = false;

  constructor(terminal: NodeJS.WriteStream) {
    this.#terminal = terminal;
  }

  /** Whether the output is a terminal. */
  get isSeen(): boolean {
    return this.#terminal.isTTY;
  }

  draw(text: string): void {
    if (!this.isSeen) return;
    this.#drawn = true;
    this.#terminal.write(`\r\u001b[K${text}`);
  }

  clear(): void {
    if (this.#drawn) this.#terminal.write('\r\u001b[K');
    this.#drawn = false;
  }
}
