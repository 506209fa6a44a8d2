import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorkerThread } from '../../threads/worker-thread.ts';
import { link, type LinkageAnswer, type LinkageQuestion } from './linkage.ts';

/** Up to so many edges, grouping takes a few milliseconds: starting a thread would cost more. */
const FEW_EDGES = 1500;

/** Groups faces, in a thread of its own when there are many. */
export class LinkageThread {
  #worker: Worker | undefined;

  /** One question at a time. @throws the reason of `signal`; Error when the thread fails */
  async link(question: LinkageQuestion, signal: AbortSignal): Promise<Int32Array> {
    signal.throwIfAborted();
    if (question.edges.length <= 2 * FEW_EDGES) return link(question);
    const worker = (this.#worker ??= startWorkerThread('./linkage-worker', import.meta.url));
    const over = new AbortController();
    const until = { signal: AbortSignal.any([signal, over.signal]) };
    try {
      // `once` also rejects with the thread's own errors.
      const answer = once(worker, 'message', until) as Promise<[LinkageAnswer]>;
      const ended = once(worker, 'exit', until).then(() => {
        throw new Error('The thread that groups faces ended.');
      });
      worker.postMessage(question, [question.sums.buffer, question.edges.buffer]);
      const [{ roots }] = await Promise.race([answer, ended]);
      return roots;
    } catch (error) {
      await this.close();
      signal.throwIfAborted();
      throw error;
    } finally {
      over.abort();
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
