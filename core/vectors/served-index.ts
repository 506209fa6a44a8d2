import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import type { VectorModel } from '../store/models/vector-rows.ts';
import type { VectorIndex, VectorIndexProvider, VectorKind } from '../plugin-api/vector-index.ts';
import { FollowedIndex, type FollowedIndexParts } from './followed-index.ts';

/** Milliseconds that a person waits for an index to catch up before it answers with what it has. */
const patience = 500;

interface Dependencies extends Omit<FollowedIndexParts, 'provider'> {
  readonly kind: VectorKind;
  readonly provider: () => VectorIndexProvider | undefined;
  /** The model whose vectors are to be searched. */
  readonly wanted: () => VectorModel | null;
  readonly onError: (error: unknown) => void;
}

/**
 * The index of one kind that answers. When another model is wanted, its index is filled beside the old one, which answers
 * until then.
 */
export class ServedIndex {
  readonly #with: Dependencies;
  #serving: FollowedIndex | undefined;
  /** By model: those that are open or being opened. */
  readonly #open = new Map<string, Promise<FollowedIndex>>();
  #closed = false;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Of the index that answers; null while none is whole. */
  get model(): VectorModel | null {
    return this.#serving?.model ?? null;
  }

  /** Changes up to this sequence number are needed by none that is whole. */
  get needsChangesAfter(): number {
    return this.#serving?.needsChangesAfter ?? Infinity;
  }

  async index(wait: 'everything' | 'little'): Promise<VectorIndex | null> {
    const wanted = this.#with.wanted();
    if (!wanted) return null;
    try {
      const opening = this.#opened(wanted);
      const newest = await opening;
      const caughtUp = newest.reach(this.#with.log.last()).then(
        () => this.#serve(newest),
        async (error: unknown) => {
          // The next call begins with a new one, whatever was wrong with this.
          if (this.#open.get(wanted.model) === opening) this.#open.delete(wanted.model);
          if (this.#serving === newest) this.#serving = undefined;
          await newest.close();
          throw error;
        },
      );
      if (wait === 'everything') await caughtUp;
      else await this.#patiently(newest, caughtUp);
      return (this.#serving ?? newest).index;
    } catch (error) {
      throw notReady(error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#serving = undefined;
    await Promise.all(open.map((opening) => opening.then((index) => index.close()).catch(() => undefined)));
  }

  #opened(wanted: VectorModel): Promise<FollowedIndex> {
    const provider = this.#with.provider();
    if (this.#closed || !provider) throw new Error('The vector indexes are closed.');
    let opening = this.#open.get(wanted.model);
    if (!opening) {
      opening = FollowedIndex.open({ ...this.#with, provider }, this.#with.kind, wanted);
      this.#open.set(wanted.model, opening);
      opening.catch(() => this.#open.delete(wanted.model));
    }
    return opening;
  }

  async #patiently(index: FollowedIndex, caughtUp: Promise<void>): Promise<void> {
    const enough = new AbortController();
    let waiting = true;
    const background = caughtUp.catch((error: unknown) => {
      if (waiting) throw error;
      if (!this.#closed) this.#with.onError(error);
    });
    try {
      // Whatever the time, an index that is not known to be this library's does not answer.
      const checked = index.check();
      const tired = checked.then(() => sleep(patience, undefined, { signal: enough.signal }));
      await Promise.all([checked, Promise.race([background, tired])]);
    } finally {
      waiting = false;
      enough.abort();
    }
  }

  /** From now on this one answers, and no other is kept. */
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

  /** Those of other models, and those of which the database knows nothing (any more). */
  async #removeOtherCaches(kept: string): Promise<void> {
    const { folder, kind } = this.#with;
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      if (name === kept || !name.startsWith(`${kind}-`)) continue;
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function notReady(cause: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  const message = 'The index of faces and pictures is getting ready again: try once more in a moment.';
  return new DomainError('not_ready', message, { retryAfter: 5, cause });
}
