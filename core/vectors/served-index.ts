import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import { abortable } from '../plugin-api/toolkit/abortable.ts';
import type { CurrentModel } from '../store/models/current-models.ts';
import type { VectorIndex, VectorIndexProvider, VectorKind } from '../plugin-api/vector-index.ts';
import { FollowedIndex, type FollowedIndexParts } from './followed-index.ts';

/** Milliseconds that a request waits for an index to be synced. */
const patience = 500;

interface Dependencies extends Omit<FollowedIndexParts, 'provider'> {
  readonly kind: VectorKind;
  readonly provider: () => VectorIndexProvider | undefined;
  /** The model whose vectors are to be searched. */
  readonly wanted: () => CurrentModel | null;
  readonly onError: (error: unknown) => void;
}

/**
 * The index that serves searches of one kind. For another model, a second index is filled while the first one still serves.
 */
export class ServedIndex {
  readonly #with: Dependencies;
  #serving: FollowedIndex | undefined;
  /** The indexes that are open or being opened, by model. */
  readonly #open = new Map<string, Promise<FollowedIndex>>();
  #closed = false;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The model of the index that serves; null while no index is filled. */
  get model(): CurrentModel | null {
    return this.#serving?.model ?? null;
  }

  /** The index that serves needs no changes up to this sequence number. */
  get needsChangesAfter(): number {
    return this.#serving?.needsChangesAfter ?? Infinity;
  }

  /**
   * @param signal ends the wait, but not the sync: filling an index may take minutes. What fails after the wait goes to
   * `onError`.
   * @throws DomainError not_ready, if the index cannot be opened or synced; the reason of `signal`
   */
  async index(wait: 'everything' | 'little', signal?: AbortSignal): Promise<VectorIndex | null> {
    const model = this.#with.wanted();
    if (!model) return null;
    let isWaiting = true;
    try {
      const opening = this.#opened(model);
      const newest = await abortable(signal, opening);
      const caughtUp = newest.reach(this.#with.log.last()).then(
        () => this.#serve(newest),
        async (error: unknown) => {
          // After an error, the index is closed, and the next call opens it again.
          if (this.#open.get(model.model) === opening) this.#open.delete(model.model);
          if (this.#serving === newest) this.#serving = undefined;
          await newest.close();
          throw error;
        },
      );
      const background = caughtUp.catch((error: unknown) => {
        if (isWaiting) throw error;
        if (!this.#closed) this.#with.onError(error);
      });
      await abortable(signal, wait === 'everything' ? background : this.#patiently(newest, background));
      return (this.#serving ?? newest).index;
    } catch (error) {
      signal?.throwIfAborted();
      throw notReady(error);
    } finally {
      isWaiting = false;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#serving = undefined;
    await Promise.all(open.map((opening) => opening.then((index) => index.close()).catch(() => undefined)));
  }

  #opened(model: CurrentModel): Promise<FollowedIndex> {
    const provider = this.#with.provider();
    if (this.#closed || !provider) throw new Error('The vector indexes are closed.');
    let opening = this.#open.get(model.model);
    if (!opening) {
      opening = FollowedIndex.open({ ...this.#with, provider }, this.#with.kind, model);
      this.#open.set(model.model, opening);
      opening.catch(() => this.#open.delete(model.model));
    }
    return opening;
  }

  async #patiently(index: FollowedIndex, caughtUp: Promise<void>): Promise<void> {
    const stop = new AbortController();
    try {
      // The check has no time limit: an index of another library must not be used.
      const checked = index.check();
      const tired = checked.then(() => sleep(patience, undefined, { signal: stop.signal }));
      await Promise.all([checked, Promise.race([caughtUp, tired])]);
    } finally {
      stop.abort();
    }
  }

  /** Starts serving from this index, and closes all others. */
  async #serve(index: FollowedIndex): Promise<void> {
    if (index === this.#serving || this.#closed || index.model.model !== this.#with.wanted()?.model) return;
    this.#serving = index;
    const { records, kind } = this.#with;
    records.keepOnly(kind, index.model.model);
    for (const [model, opening] of this.#open) {
      if (model === index.model.model) continue;
      this.#open.delete(model);
      await opening.then((old) => old.close()).catch(() => undefined);
    }
    await this.#removeOtherCaches(index.cacheFolder);
  }

  /** Removes the caches of other models, and those that are unknown to the database. */
  async #removeOtherCaches(keptName: string): Promise<void> {
    const { folder, kind } = this.#with;
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (name === keptName || !name.startsWith(`${kind}-`)) continue;
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function notReady(cause: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  const message = 'The index of faces and pictures is getting ready again: try once more in a moment.';
  return new DomainError('not_ready', message, { retryAfter: 5, cause });
}
