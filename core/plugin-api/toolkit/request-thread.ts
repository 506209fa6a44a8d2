import { once } from 'node:events';
import type { Transferable, Worker } from 'node:worker_threads';
import { linkedSignal } from './abortable.ts';
import { startWorkerThread } from './worker-thread.ts';

/** A worker thread that handles one request at a time, with one message each. It is started with the first request. */
export class RequestThread<Question, Answer> {
  readonly #start: () => Worker;
  #worker: Worker | undefined;

  /** @param module and `from` as for `startWorkerThread` */
  constructor(module: string, from: string) {
    this.#start = () => startWorkerThread(module, from);
  }

  /**
   * @param transfer buffers that are transferred to the thread instead of copied
   * @throws the reason of `signal`; the error of the thread, or one that says that it ended. The next request starts it
   * again.
   */
  async ask(question: Question, signal: AbortSignal, transfer: readonly Transferable[] = []): Promise<Answer> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const done = new AbortController();
    const stop = linkedSignal(signal, done.signal);
    try {
      // `once` also rejects with the thread's own errors.
      const answer = once(worker, 'message', stop) as Promise<[Answer]>;
      const ended = once(worker, 'exit', stop).then(() => {
        throw new Error('A worker thread ended before it had answered.');
      });
      worker.postMessage(question, transfer);
      const [message] = await Promise.race([answer, ended]);
      return message;
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      throw error;
    } finally {
      done.abort();
      stop.release();
      // An idle thread must not keep the process alive.
      worker.unref();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
