import { AskedThread } from 'photofinch/plugin-api/toolkit';
import { readFiles, type FilesToRead, type ReadFile } from './read-file.ts';

/** Bytes that are hashed in a few milliseconds: starting a thread for them would cost more. */
const little = 2 * 1024 * 1024;

/** Reads files of the export, in a worker thread where there is much to read. */
export class ReadingThread {
  readonly #thread = new AskedThread<FilesToRead, readonly ReadFile[]>('./reading-worker', import.meta.url);
  #here = 0;

  /**
   * One question at a time.
   * @returns what each file holds, in their order
   * @throws the reason of `signal`; Error when the thread fails
   */
  async read(asked: FilesToRead, signal: AbortSignal): Promise<readonly ReadFile[]> {
    signal.throwIfAborted();
    this.#here += asked.files.reduce((bytes, { size }) => bytes + size, 0);
    return this.#here <= little ? readFiles(asked, signal) : this.#thread.ask(asked, signal);
  }

  /** Between scans there is no thread. */
  close(): Promise<void> {
    this.#here = 0;
    return this.#thread.close();
  }
}
