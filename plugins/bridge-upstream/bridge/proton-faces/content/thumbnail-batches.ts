import { UpstreamFailure } from '../wire/failure.ts';
import type { ThumbnailResult, Upstream } from '../wire/upstream.ts';

/** The number of thumbnails per request to Proton. */
const batch = 30;
/** Milliseconds in which requests are collected into a batch. */
const gathering = 15;
/**
 * A single photo on which Proton fails is found by halving the batch; after this many failures in a row, Proton itself is
 * failing.
 */
const failuresInRow = 6;

interface PendingThumbnail {
  readonly promise: Promise<ThumbnailResult>;
  readonly resolve: (result: ThumbnailResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Called with the result; undefined if the batch failed. */
export interface Filler {
  readonly uid: string;
  /** Called with the result; undefined when the batch failed. */
  readonly onResult: (result: ThumbnailResult | undefined) => void;
}

interface Options {
  readonly upstream: Upstream;
  /** Aborted when the bridge stops. */
  readonly stopping: AbortSignal;
  /** The photos that will probably be requested after this one, at most this many. */
  readonly fill: (uid: string, atMost: number) => Promise<readonly Filler[]>;
}

/**
 * Requests thumbnails in batches. In the background, one batch is requested after the other, each filled up with the next
 * photos. Batches for users are requested at once, so that they wait neither for the background nor for a photo on which
 * Proton hangs.
 */
export class ThumbnailBatches {
  readonly #options: Options;
  readonly #queues = {
    people: { waiting: new Map<string, PendingThumbnail>(), isRunning: false },
    background: { waiting: new Map<string, PendingThumbnail>(), isRunning: false },
  };
  /** The pending results of the fillers in the current request, by uid; undefined if it fails. */
  readonly #ahead = new Map<string, Promise<ThumbnailResult | undefined>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The result for a thumbnail. @throws UpstreamFailure */
  async ask(uid: string, isBackground: boolean): Promise<ThumbnailResult> {
    const ahead = isBackground ? await this.#ahead.get(uid) : undefined;
    return ahead ?? this.#enqueue(uid, isBackground);
  }

  #enqueue(uid: string, isBackground: boolean): Promise<ThumbnailResult> {
    const { people, background } = this.#queues;
    const existing = people.waiting.get(uid) ?? background.waiting.get(uid);
    const entry = existing ?? deferred();
    if (!isBackground) background.waiting.delete(uid);
    if (isBackground && existing) return existing.promise;
    const queue = isBackground ? background : people;
    queue.waiting.set(uid, entry);
    if (!queue.isRunning) {
      queue.isRunning = true;
      setTimeout(() => void this.#run(isBackground), gathering);
    }
    return entry.promise;
  }

  async #run(isBackground: boolean): Promise<void> {
    const queue = isBackground ? this.#queues.background : this.#queues.people;
    while (queue.waiting.size > 0) {
      const part = [...queue.waiting].slice(0, batch);
      for (const [uid] of part) queue.waiting.delete(uid);
      if (!isBackground) void this.#askPart(part, isBackground, { inRow: 0 });
      else if (!(await this.#askFilled(part))) await this.#askPart(part, isBackground, { inRow: 0 });
    }
    queue.isRunning = false;
  }

  /**
   * @returns false if there was no space for fillers, or the request failed: the batch is then requested without fillers
   */
  async #askFilled(part: readonly (readonly [string, PendingThumbnail])[]): Promise<boolean> {
    const { upstream, stopping, fill } = this.#options;
    const last = part.at(-1)?.[0];
    if (last === undefined || part.length === batch) return false;
    const partUids = new Set(part.map(([uid]) => uid));
    const { waiting } = this.#queues.background;
    let fillers: readonly Filler[] = [];
    let requested: readonly (readonly [string, PendingThumbnail])[] = [];
    try {
      fillers = (await fill(last, batch)).filter(({ uid }) => !partUids.has(uid)).slice(0, batch - partUids.size);
      if (fillers.length === 0) return false;
      const ahead = new Set(fillers.map(({ uid }) => uid));
      // Fillers that were requested in the meantime.
      requested = [...waiting].filter(([uid]) => ahead.has(uid));
      for (const [uid] of requested) waiting.delete(uid);
      const uids = [...partUids, ...fillers.map(({ uid }) => uid)];
      const answer = upstream.thumbnails(uids, true, stopping);
      this.#follow(fillers, answer);
      const results = await answer;
      for (const { uid, onResult } of fillers) onResult(results.get(uid) ?? noResult);
      for (const [uid, { resolve }] of [...part, ...requested]) resolve(results.get(uid) ?? noResult);
      return true;
    } catch (error) {
      for (const { onResult } of fillers) onResult(undefined);
      for (const [uid, request] of requested) waiting.set(uid, request);
      if (error instanceof UpstreamFailure && error.isOfQuestion) return false;
      for (const [, { reject }] of part) reject(error);
      return true;
    }
  }

  /** Lets requests for fillers share the response to the current request. */
  #follow(fillers: readonly Filler[], answer: Promise<ReadonlyMap<string, ThumbnailResult>>): void {
    for (const { uid } of fillers) {
      const result = answer.then(
        (results) => results.get(uid) ?? noResult,
        () => undefined,
      );
      this.#ahead.set(
        uid,
        result.finally(() => this.#ahead.delete(uid)),
      );
    }
  }

  async #askPart(
    part: readonly (readonly [string, PendingThumbnail])[],
    isBackground: boolean,
    failures: { inRow: number },
  ): Promise<void> {
    const { upstream, stopping } = this.#options;
    try {
      const uids = part.map(([uid]) => uid);
      const results = await upstream.thumbnails(uids, isBackground, stopping);
      failures.inRow = 0;
      for (const [uid, { resolve }] of part) resolve(results.get(uid) ?? noResult);
    } catch (error) {
      failures.inRow += 1;
      const isOfOne = error instanceof UpstreamFailure && error.kind === 'failed';
      if (isOfOne && part.length > 1 && failures.inRow < failuresInRow) {
        const middle = Math.ceil(part.length / 2);
        await this.#askPart(part.slice(0, middle), isBackground, failures);
        await this.#askPart(part.slice(middle), isBackground, failures);
        return;
      }
      for (const [, { reject }] of part) reject(error);
    }
  }
}

/** The result for a photo that is missing in the response, so that nothing is known about its thumbnail. */
const noResult: ThumbnailResult = { ok: false, error: 'timeout: the answer left it out' };

function deferred(): PendingThumbnail {
  let settle: Pick<PendingThumbnail, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<ThumbnailResult>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('A promise calls its executor at once.');
  return { promise, ...settle };
}
