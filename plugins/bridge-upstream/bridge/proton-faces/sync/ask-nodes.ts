import { UpstreamFailure } from '../wire/failure.ts';
import type { UpstreamNode } from '../wire/node.ts';
import type { NodesRequest, Upstream } from '../wire/upstream.ts';
import type { UpstreamCondition } from './upstream-condition.ts';

export type UpstreamNodes = Map<string, UpstreamNode | null>;

interface Dependencies {
  readonly upstream: Upstream;
  readonly condition: UpstreamCondition;
  /** A random photo for which the store has responded before. */
  readonly anyKnown: () => string | undefined;
}

/** Maximum uids per request: the upstream accepts more, but then takes longer to respond. */
const maxUids = 1000;
/** If the store is slow, requests get smaller, but not smaller than this. */
const fewest = 50;
/** The number of photos that are requested one by one before the store counts as broken. */
const controls = 3;

/**
 * Requests the nodes of photos in batches. A failed batch is halved until the failing photo is found. A control request for
 * another photo shows whether the photo or the store is at fault, so that broken photos never block the others.
 */
export class NodeQuestions {
  readonly #deps: Dependencies;
  /** The current number of uids per request. */
  #size = maxUids;
  /** A photo in the last response. */
  #lastKnown: string | undefined;
  /** The photos of the last call in which a request failed. */
  #requested: readonly string[] = [];

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * The store's responses for these photos, without photos for which there is no response, or which fail individually.
   * @param nodes is filled as responses arrive, so it keeps them after a failure
   * @throws UpstreamFailure if the store fails for all photos; the signal's reason
   */
  async ask(uids: readonly string[], signal: AbortSignal, nodes: UpstreamNodes = new Map()): Promise<UpstreamNodes> {
    for (let at = 0; at < uids.length;) {
      const part = uids.slice(at, at + this.#size);
      at += part.length;
      await this.#askPart(part, uids, nodes, signal);
    }
    return nodes;
  }

  /**
   * Checks with a few photos whether the store responds at all, and records the result.
   * @throws the signal's reason
   */
  async probe(signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.#failureOf(this.#candidates(), signal);
      if (failure) this.#deps.condition.failed(failure);
    } catch (error) {
      // Any failure of the upstream is already recorded.
      if (!(error instanceof UpstreamFailure)) throw error;
    }
  }

  async #askPart(
    part: readonly string[],
    allUids: readonly string[],
    nodes: UpstreamNodes,
    signal: AbortSignal,
  ): Promise<void> {
    const failure = await this.#try(part, signal, nodes);
    if (!failure) {
      if (part.length === this.#size) this.#size = Math.min(maxUids, this.#size * 2);
      return;
    }
    const unanswered = part.filter((uid) => !nodes.has(uid));
    if (unanswered.length === part.length) await this.#control(failure, unanswered, allUids, signal);
    if (failure.kind === 'timeout') this.#size = Math.max(fewest, Math.ceil(this.#size / 2));
    if (part.length === 1) return;
    const middle = Math.ceil(unanswered.length / 2);
    for (const half of [unanswered.slice(0, middle), unanswered.slice(middle)]) {
      if (half.length > 0) await this.#askPart(half, allUids, nodes, signal);
    }
  }

  /**
   * @returns the failure of these photos; undefined if the store responded
   * @throws UpstreamFailure for a failure that does not concern single photos
   */
  async #try(
    part: readonly string[],
    signal: AbortSignal,
    nodes: UpstreamNodes,
    request: NodesRequest = {},
  ): Promise<UpstreamFailure | undefined> {
    const { upstream, condition } = this.#deps;
    const received: UpstreamNodes = new Map();
    try {
      await upstream.nodes(part, signal, { ...request, found: received });
      condition.answered();
      return undefined;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.isOfQuestion) return error;
      condition.failed(error);
      throw error;
    } finally {
      for (const [uid, node] of received) {
        nodes.set(uid, node);
        if (node) this.#lastKnown = uid;
      }
    }
  }

  /** Requests photos other than the failed one. @throws the failure, if the store also fails for those */
  async #control(
    failure: UpstreamFailure,
    failedUids: readonly string[],
    allUids: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { condition } = this.#deps;
    this.#requested = allUids;
    const candidates = this.#candidates().filter((uid) => failedUids.length > 1 || uid !== failedUids[0]);
    // If the only photo of a library fails, the list that contained it still shows that the store responds.
    if (condition.isAnswering && !(await this.#failureOf(candidates, signal))) return;
    condition.failed(failure);
    throw failure;
  }

  /** Photos for control requests, known ones first. During the first sync, none may be known yet. */
  #candidates(): (string | undefined)[] {
    const knownUids = Array.from({ length: controls }, this.#deps.anyKnown);
    return [this.#lastKnown, ...knownUids, ...randomSample(this.#requested, controls)];
  }

  /**
   * @returns the failure of the store for the first few of these photos; undefined if it responded for one, or there are no
   * photos
   */
  async #failureOf(uids: readonly (string | undefined)[], signal: AbortSignal): Promise<UpstreamFailure | undefined> {
    const request = { lane: 'people', limit: this.#deps.upstream.limits.idle } as const;
    let failure: UpstreamFailure | undefined;
    for (const uid of [...new Set(uids)].filter((uid) => uid !== undefined).slice(0, controls)) {
      failure = await this.#try([uid], signal, new Map(), request);
      if (!failure) return undefined;
    }
    return failure;
  }
}

/** One random photo from each of `parts` equal parts, since broken photos are often next to each other. */
function randomSample(uids: readonly string[], parts: number): (string | undefined)[] {
  return Array.from({ length: parts }, (_, part) => uids[Math.floor(((part + Math.random()) / parts) * uids.length)]);
}
