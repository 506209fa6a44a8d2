import { once } from 'node:events';
import type { Transferable, Worker } from 'node:worker_threads';
import { linkedSignal } from './abortable.ts';
import { startWorkerThread } from './worker-thread.ts';

/** A worker thread that handles one request at a time, with one message each. It is started with the first request. */
export class AskedThread<Question, Answer> {
  readonly #start: () => Worker;
  #worker: Worker | undefined;

  /** @param module and `from` as for `startWorkerThread` */
  constructor(module: string, from: string) {
    this.#start = () => startWorkerThread(module, from);
  }

  /**
   * @param moved buffers that are transferred to the thread instead of copied
   * @throws the reason of `signal`; the error of the thread, or one that says that it ended. The next request starts it
   * again.
   */
  async ask(question: Question, signal: AbortSignal, moved: readonly Transferable[] = []): Promise<Answer> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const over = new AbortController();
    const until = linkedSignal(signal, over.signal);
    try {
      // `once` also rejects with the thread's own errors.
      const answer = once(worker, 'message', until) as Promise<[Answer]>;
      const ended = once(worker, 'exit', until).then(() => {
        throw new Error('A worker thread ended before it had answered.');
      });
      worker.postMessage(question, moved);
      const [answered] = await Promise.race([answer, ended]);
      return answered;
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      throw error;
    } finally {
      over.abort();
      until.release();
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
