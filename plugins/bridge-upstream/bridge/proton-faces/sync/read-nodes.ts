import type { PhotoRecords } from '../journal/photo-records.ts';
import type { UpstreamNode } from '../wire/node.ts';
import type { NodeQuestions, UpstreamNodes } from './ask-nodes.ts';

interface Dependencies {
  readonly questions: NodeQuestions;
  readonly records: PhotoRecords;
  /** Epoch seconds. */
  readonly now: () => number;
}

/** Photos per transaction, which takes some ten milliseconds. */
const photosPerTransaction = 100;

/** Requests nodes of photos in batches and records them, including those that arrived before a failure. */
export class NodeReader {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Requests and records the nodes of listed photos, including photos for which there is no response.
   * @param photos one batch
   */
  async readListed(
    photos: readonly { readonly uid: string; readonly capture_time: number | null }[],
    pass: number,
    signal: AbortSignal,
  ): Promise<void> {
    const uids = photos.map(({ uid }) => uid);
    const nodes = await this.#askAndWrite(uids, pass, signal);
    const { records, now } = this.#deps;
    const unknown = photos.filter(({ uid }) => !nodes.get(uid));
    records.transact(now(), () => {
      for (const { uid, capture_time } of unknown) records.writeUnknown(uid, capture_time ?? now(), pass);
    });
  }

  /** Requests known photos again. A photo that the store does not find is kept: only the lists decide about removal. */
  async refresh(uids: readonly string[], pass: number, signal: AbortSignal): Promise<void> {
    const { records, now } = this.#deps;
    const nodes = await this.#askAndWrite(uids, pass, signal);
    records.transact(now(), () => {
      for (const uid of uids) if (!nodes.get(uid)) records.passed(uid, pass);
    });
  }

  async #askAndWrite(uids: readonly string[], pass: number, signal: AbortSignal): Promise<UpstreamNodes> {
    const { questions } = this.#deps;
    const nodes: UpstreamNodes = new Map();
    const related: UpstreamNodes = new Map();
    let isAsked = false;
    try {
      await questions.ask(uids, signal, nodes);
      await questions.ask(relatedTo(nodes), signal, related);
      isAsked = true;
      return nodes;
    } finally {
      if (!signal.aborted) await this.#write(nodes, related, isAsked, pass, signal);
    }
  }

  /** @param isAsked whether all nodes were requested; if not, photos with unknown parts are skipped this time */
  async #write(
    nodes: UpstreamNodes,
    related: UpstreamNodes,
    isAsked: boolean,
    pass: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { records, now } = this.#deps;
    const allNodes: UpstreamNodes = new Map([...nodes, ...related]);
    const existing = [...nodes.values()].filter((node) => node !== null);
    const ready = isAsked ? existing : existing.filter((node) => motionsOf(node, allNodes) !== undefined);
    for (let at = 0; at < ready.length; at += photosPerTransaction) {
      records.transact(now(), () => {
        for (const node of ready.slice(at, at + photosPerTransaction))
          records.write(node, motionsOf(node, allNodes), pass, now());
      });
      signal.throwIfAborted();
      await new Promise(setImmediate);
    }
  }
}

/** The related nodes of these photos that were not requested with them. */
function relatedTo(nodes: UpstreamNodes): string[] {
  const stills = [...nodes.values()].filter((node) => node !== null && !node.mediaType.startsWith('video/'));
  const uids = stills.flatMap((node) => node?.relatedUids ?? []);
  return [...new Set(uids)].filter((uid) => !nodes.has(uid));
}

/** The motion parts among the related nodes; undefined if some of these are unknown. */
function motionsOf({ mediaType, relatedUids }: UpstreamNode, allNodes: UpstreamNodes): UpstreamNode[] | undefined {
  if (mediaType.startsWith('video/')) return [];
  const nodes = relatedUids.map((uid) => allNodes.get(uid));
  if (nodes.includes(undefined)) return undefined;
  return nodes.filter((node): node is UpstreamNode => node?.mediaType.startsWith('video/') === true);
}
