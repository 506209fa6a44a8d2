import { faceDimensions } from '../../domain/face-dimensions.ts';
import { linkFaces, type FaceGroup } from '../../domain/face-linkage.ts';
import { RequestThread } from '../../plugin-api/toolkit/index.ts';

/** Up to this many edges, grouping takes a few milliseconds: starting a thread would take longer. */
const FEW_EDGES = 1500;

/** Groups of faces and the edges between them, in buffers that can be transferred to another thread. */
export interface LinkageQuestion {
  readonly groups: readonly Omit<FaceGroup, 'sum'>[];
  /** 512 values per group. */
  readonly sums: Float32Array<ArrayBuffer>;
  /** Two positions in `groups` per edge. */
  readonly edges: Int32Array<ArrayBuffer>;
  readonly link: number;
  readonly mayBeOne: readonly (readonly [number, number])[];
}

export interface LinkageAnswer {
  /** For each group, the position of the first group of its cluster. */
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

/** Groups faces; in a worker thread if there are many. */
export class LinkageThread {
  readonly #thread = new RequestThread<LinkageQuestion, LinkageAnswer>('./linkage-worker', import.meta.url);

  /** One request at a time. @throws the reason of `signal`; Error if the thread fails */
  async link(question: LinkageQuestion, signal: AbortSignal): Promise<Int32Array> {
    signal.throwIfAborted();
    if (question.edges.length <= 2 * FEW_EDGES) return link(question);
    return (await this.#thread.ask(question, signal, [question.sums.buffer, question.edges.buffer])).roots;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
