import PQueue from 'p-queue';
import type { VectorFilter, VectorHit, VectorIndex, VectorIndexStats, VectorOperation } from 'photofinch/plugin-api';
import { ProcessDied } from 'photofinch/plugin-api/toolkit';
import { ChangeLog } from './change-log.ts';
import { packOperations, packVectors, unpackHits, type PackedOperations } from './packing.ts';
import type { Notice, Task, Tasks } from './protocol.ts';
import type { VectorProcessLink } from './vector-process-link.ts';

/** The process died and some changes were lost. The caller must read the watermark, and apply the changes after it. */
class ChangesLost extends Error {
  override readonly name = 'ChangesLost';
}

/** Large calls are sent to the process in batches of this size: packing them blocks the event loop only for a moment. */
const operationsAtOnce = 256;

/**
 * Changes of an index wait for no more than the neighbours of one batch. With smaller batches, reading the rows of a large
 * index would take longer than multiplying them.
 */
const idsAtOnce = 256;

export interface RemoteIndexOptions {
  readonly key: string;
  readonly open: Omit<Tasks['open']['input'], 'discard'>;
  /** The running process; a new one if the last one died. */
  readonly process: () => VectorProcessLink;
  readonly onClose: () => Promise<void>;
  readonly warn: (message: string, facts: Record<string, unknown>) => void;
}

/** A vector index in another process. If the process dies, the index is opened in a new one, and pending calls continue. */
export class RemoteIndex implements VectorIndex {
  readonly #options: RemoteIndexOptions;
  #log: ChangeLog | undefined;
  /** The process in which the index is open, or being opened. */
  #place: { readonly link: VectorProcessLink; readonly opened: Promise<void> } | undefined;
  #diedOpening = false;
  #lost = false;
  #warned = false;
  #closed = false;
  #closing: Promise<void> | undefined;
  readonly #applying = new PQueue({ concurrency: 1 });

  constructor(options: RemoteIndexOptions) {
    this.#options = options;
  }

  /** Reads the saved index. */
  async begin(): Promise<void> {
    await this.#retried(() => Promise.resolve());
  }

  async watermark(): Promise<bigint> {
    const watermark = await this.#call('watermark', null);
    this.#lost = false;
    return watermark;
  }

  /**
   * @throws RangeError for vectors that are invalid for this index. Earlier operations of the call may have been applied by
   * then, and
   *   may be applied again.
   * @throws ChangesLost
   */
  apply(sequence: bigint, operations: readonly VectorOperation[]): Promise<void> {
    return this.#applying.add(() => this.#apply(sequence, operations));
  }

  async search(
    queries: readonly Float32Array[],
    options: { k: number; minScore?: number; filter?: VectorFilter; signal?: AbortSignal },
  ): Promise<VectorHit[][]> {
    const { k, minScore = -Infinity, filter = {}, signal } = options;
    const packed = packVectors(queries, this.#dimensions);
    if (queries.length === 0) return [];
    const input = { queries: packed, k: wholeCount(k), minScore, filter };
    return unpackHits(await this.#call('search', input, signal));
  }

  async score(query: Float32Array, ids: readonly number[]): Promise<Float32Array> {
    const packed = packVectors([query], this.#dimensions);
    return this.#call('score', { query: packed, ids: Float64Array.from(ids) });
  }

  async neighbours(...[ids, options]: Parameters<VectorIndex['neighbours']>): Promise<VectorHit[][]> {
    const { minScore, withoutPersons = false, upTo = Infinity } = options;
    const k = wholeCount(options.k);
    const hits: VectorHit[][] = [];
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      const part = Float64Array.from(ids.slice(first, first + idsAtOnce));
      const packed = await this.#call('neighbours', { ids: part, k, minScore, withoutPersons, upTo });
      for (const list of unpackHits(packed)) hits.push(list);
    }
    return hits;
  }

  stats(): Promise<VectorIndexStats> {
    return this.#call('stats', null);
  }

  /** Whoever closes it while it is being closed waits for the same end: it can be opened again then. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** Handles a notification about this index. */
  onNotice(notice: Notice): void {
    if ('saved' in notice) {
      this.#log?.saved(notice.saved);
      this.#warned = false;
    } else if (!this.#warned) {
      this.#warned = true;
      const { kind, model } = this.#options.open.identity;
      this.#options.warn('The vector index cannot be saved: it keeps working, but starts slowly.', {
        ...{ kind, model },
        reason: notice.notSaved,
      });
    }
  }

  get #dimensions(): number {
    return this.#options.open.identity.dimensions;
  }

  async #close(): Promise<void> {
    await this.#applying.onIdle();
    this.#closed = true;
    // Without a running process there is nothing to save, so none is started.
    const place = this.#place;
    await place?.opened.then(() => place.link.call(this.#options.key, 'close', null)).catch(() => undefined);
    await this.#options.onClose();
  }

  async #apply(sequence: bigint, operations: readonly VectorOperation[]): Promise<void> {
    const batches: PackedOperations[] = [];
    const count = Math.max(1, Math.ceil(operations.length / operationsAtOnce));
    await this.#retried(async (link) => {
      // After the process died, all batches are sent again, since their changes are lost.
      for (let at = 0; at < count; at += 1) {
        if (this.#lost)
          throw new ChangesLost('The vector index lost changes: it must follow again from its watermark.');
        const first = at * operationsAtOnce;
        batches[at] ??= packOperations(operations.slice(first, first + operationsAtOnce), this.#dimensions);
        const input = { sequence: at < count - 1 ? null : sequence, operations: batches[at]! };
        await link.call(this.#options.key, 'apply', input);
      }
    });
    this.#log?.add(sequence, batches);
  }

  #call<T extends Task>(task: T, input: Tasks[T]['input'], signal?: AbortSignal): Promise<Tasks[T]['output']> {
    return this.#retried((link) => link.call(this.#options.key, task, input, signal));
  }

  /** Retries once if the process dies: another call may have caused that. */
  async #retried<T>(call: (link: VectorProcessLink) => Promise<T>): Promise<T> {
    for (let retry = false; ; retry = true) {
      if (this.#closed) throw new Error('This vector index is closed.');
      try {
        const link = this.#options.process();
        await this.#openedIn(link);
        return await call(link);
      } catch (error) {
        if (retry || !(error instanceof ProcessDied)) throw error;
      }
    }
  }

  /** Concurrent callers wait for the same opening; after a failure, the next call tries again. */
  #openedIn(link: VectorProcessLink): Promise<void> {
    if (this.#place?.link === link) return this.#place.opened;
    const opened = this.#open(link).catch((error: unknown) => {
      if (this.#place?.opened === opened) this.#place = undefined;
      throw error;
    });
    this.#place = { link, opened };
    return opened;
  }

  async #open(link: VectorProcessLink): Promise<void> {
    const discard = this.#diedOpening;
    const opening = link.call(this.#options.key, 'open', { ...this.#options.open, discard });
    const watermark = await opening.catch((error: unknown) => {
      // If the process survived, the cache is not to blame.
      this.#diedOpening = error instanceof ProcessDied;
      throw error;
    });
    this.#diedOpening = false;
    const log = (this.#log ??= new ChangeLog(watermark));
    const changes = log.after(watermark);
    if (changes === null) {
      this.#lost = true;
      this.#log = new ChangeLog(watermark);
      return;
    }
    for (const { sequence, batches } of changes) {
      for (const [at, operations] of batches.entries()) {
        const input = { sequence: at < batches.length - 1 ? null : sequence, operations };
        await link.call(this.#options.key, 'apply', input);
      }
    }
  }
}

function wholeCount(k: number): number {
  if (Number.isNaN(k) || k < 0) throw new RangeError(`${k} is no number of hits.`);
  return Math.floor(k);
}
