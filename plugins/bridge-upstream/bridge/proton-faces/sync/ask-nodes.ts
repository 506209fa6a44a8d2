import { UpstreamFailure } from '../wire/failure.ts';
import type { UpstreamNode } from '../wire/node.ts';
import type { NodesRequest, Upstream } from '../wire/upstream.ts';
import type { UpstreamCondition } from './upstream-condition.ts';

export type SaidOfNodes = Map<string, UpstreamNode | null>;

interface Dependencies {
  readonly upstream: Upstream;
  readonly condition: UpstreamCondition;
  /** A photo that the store has answered for before; another with each call. */
  readonly anyKnown: () => string | undefined;
}

/** Uids of one question: the upstream takes more, and holds its answer up the longer for it. */
const most = 1000;
/** A slow store is asked for fewer photos at a time, but for at least this many. */
const fewest = 50;
/** Photos that are requested alone to see whether the store answers at all, before it is considered broken. */
const controls = 3;

/**
 * Requests the nodes of photos in batches. A failed batch is halved until the failing photo is found. A control request
 * for another photo tells whether the photo or the store is at fault, so that broken photos never block the others.
 */
export class NodeQuestions {
  readonly #deps: Dependencies;
  /** Uids of the next question. */
  #size = most;
  /** A photo of the last answer. */
  #lastKnown: string | undefined;
  /** The photos among which the last failed ones were requested. */
  #requested: readonly string[] = [];

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * The store's answers for these photos. Photos without an answer, or with a failure of their own, are missing.
   * @param found is filled as answers arrive, so it keeps them after a failure
   * @throws UpstreamFailure when the store fails for all; the signal's reason
   */
  async ask(uids: readonly string[], signal: AbortSignal, found: SaidOfNodes = new Map()): Promise<SaidOfNodes> {
    for (let at = 0; at < uids.length;) {
      const part = uids.slice(at, at + this.#size);
      at += part.length;
      await this.#askPart(part, uids, found, signal);
    }
    return found;
  }

  /**
   * Tests with a few photos whether the store answers at all, and notes the result.
   * @throws the signal's reason
   */
  async probe(signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.#failureOf(this.#candidates(), signal);
      if (failure) this.#deps.condition.failed(failure);
    } catch (error) {
      // Other failures are noted already.
      if (!(error instanceof UpstreamFailure)) throw error;
    }
  }

  async #askPart(
    part: readonly string[],
    all: readonly string[],
    found: SaidOfNodes,
    signal: AbortSignal,
  ): Promise<void> {
    const failure = await this.#try(part, signal, found);
    if (!failure) {
      if (part.length === this.#size) this.#size = Math.min(most, this.#size * 2);
      return;
    }
    const rest = part.filter((uid) => !found.has(uid));
    if (rest.length === part.length) await this.#control(failure, rest, all, signal);
    if (failure.kind === 'timeout') this.#size = Math.max(fewest, Math.ceil(this.#size / 2));
    if (part.length === 1) return;
    const middle = Math.ceil(rest.length / 2);
    for (const half of [rest.slice(0, middle), rest.slice(middle)]) {
      if (half.length > 0) await this.#askPart(half, all, found, signal);
    }
  }

  /** @returns how the store failed; undefined when it answered @throws UpstreamFailure that is not about photos */
  async #try(
    part: readonly string[],
    signal: AbortSignal,
    found: SaidOfNodes,
    request: NodesRequest = {},
  ): Promise<UpstreamFailure | undefined> {
    const { upstream, condition } = this.#deps;
    const came: SaidOfNodes = new Map();
    try {
      await upstream.nodes(part, signal, { ...request, found: came });
      condition.answered();
      return undefined;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (error.isOfQuestion) return error;
      condition.failed(error);
      throw error;
    } finally {
      for (const [uid, node] of came) {
        found.set(uid, node);
        if (node) this.#lastKnown = uid;
      }
    }
  }

  /** Requests photos other than the failed one. @throws the failure, when the store fails for those too */
  async #control(
    failure: UpstreamFailure,
    failed: readonly string[],
    all: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { condition } = this.#deps;
    this.#requested = all;
    const some = this.#candidates().filter((uid) => failed.length > 1 || uid !== failed[0]);
    // Where the only photo of a library fails, the list that named it was an answer of the store, too.
    if (condition.isAnswering && !(await this.#failureOf(some, signal))) return;
    condition.failed(failure);
    throw failure;
  }

  /** Photos for control requests, known ones first. During a first sync none may be known yet. */
  #candidates(): (string | undefined)[] {
    const known = Array.from({ length: controls }, this.#deps.anyKnown);
    return [this.#lastKnown, ...known, ...spread(this.#requested, controls)];
  }

  /** @returns how the store failed on the first few of these photos; undefined if it answered about one, or there is none */
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

/** One random photo of each of `parts` equal parts: broken ones tend to lie side by side. */
function spread(uids: readonly string[], parts: number): (string | undefined)[] {
  return Array.from({ length: parts }, (_, part) => uids[Math.floor(((part + Math.random()) / parts) * uids.length)]);
}
