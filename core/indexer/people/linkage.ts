import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import { linkFaces, type FaceGroup } from '../../domain/face-linkage.ts';
import { startWorkerThread } from '../../threads/worker-thread.ts';

/** Up to so many edges, grouping takes a few milliseconds: starting a thread would cost more. */
const FEW_EDGES = 1500;

/** Groups of faces and how they touch, packed so that they go to another thread without being copied. */
export interface LinkageQuestion {
  readonly groups: readonly Omit<FaceGroup, 'sum'>[];
  /** 512 values a group. */
  readonly sums: Float32Array<ArrayBuffer>;
  /** Two positions in `groups` an edge. */
  readonly edges: Int32Array<ArrayBuffer>;
  readonly link: number;
  readonly mayBeOne: readonly (readonly [number, number])[];
}

export interface LinkageAnswer {
  /** For each group the position of the first group of its cluster. */
  readonly roots: Int32Array;
}

/** Groups faces in this thread. */
export function link({ groups, sums, edges, ...options }: LinkageQuestion): Int32Array {
  const withSums = groups.map((group, at) => ({
    ...group,
    sum: sums.subarray(at * faceDimensions, (at + 1) * faceDimensions),
  }));
  return linkFaces(withSums, pairs(edges), options);
}

function* pairs(edges: Int32Array): Generator<[number, number]> {
  for (let at = 0; at + 1 < edges.length; at += 2) yield [edges[at] ?? 0, edges[at + 1] ?? 0];
}

/** Groups faces, in a worker thread where there are many. */
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
