import { RequestThread } from 'photofinch/plugin-api/toolkit';
import { readFiles, type FilesToRead, type ReadFile } from './read-file.ts';

/** Bytes that are hashed in a few milliseconds: starting a thread would cost more. */
const smallBytes = 2 * 1024 * 1024;

/** Reads files of the export, in a worker thread if there is much to read. */
export class ReadingThread {
  readonly #thread = new RequestThread<FilesToRead, readonly ReadFile[]>('./reading-worker', import.meta.url);
  #here = 0;

  /**
   * One request at a time.
   * @returns the result for each file, in order
   * @throws the reason of `signal`; Error if the thread fails
   */
  async read(request: FilesToRead, signal: AbortSignal): Promise<readonly ReadFile[]> {
    signal.throwIfAborted();
    this.#here += request.files.reduce((bytes, { size }) => bytes + size, 0);
    return this.#here <= smallBytes ? readFiles(request, signal) : this.#thread.ask(request, signal);
  }

  /** Ends the thread between scans. */
  close(): Promise<void> {
    this.#here = 0;
    return this.#thread.close();
  }
}
