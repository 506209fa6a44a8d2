import type { CurrentModels } from '../store/models/current-models.ts';
import type { VectorModel } from '../store/models/vector-rows.ts';
import type { VectorIndex, VectorIndexProvider, VectorKind } from '../plugin-api/vector-index.ts';
import { letOthersRun } from '../threads/pause.ts';
import type { FollowedIndexParts } from './followed-index.ts';
import { ServedIndex } from './served-index.ts';

/**
 * Changes that the log keeps for an index that is not open, or whose cache lost the latest: it follows again from there.
 * One that is farther behind is filled anew.
 */
const keptChanges = 100_000;

const trimmedAtOnce = 2000;

interface Dependencies extends Omit<FollowedIndexParts, 'provider'> {
  /** Undefined where no plugin keeps vector indexes. */
  readonly provider: () => VectorIndexProvider | undefined;
  readonly models: CurrentModels;
  /** Following failed while nobody waited for it. */
  readonly onError: (error: unknown, kind: VectorKind) => void;
}

const kinds: readonly VectorKind[] = ['face', 'image', 'person'];

/** The library's vector indexes: one of faces, one of pictures, one of persons, each for its current model. */
export class LibraryVectors {
  readonly #with: Dependencies;
  readonly #served: Readonly<Record<VectorKind, ServedIndex>>;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    const served = (kind: VectorKind): ServedIndex =>
      new ServedIndex({
        ...dependencies,
        kind,
        wanted: () => this.#wanted(kind),
        onError: (error) => {
          dependencies.onError(error, kind);
        },
      });
    this.#served = { face: served('face'), image: served('image'), person: served('person') };
  }

  /**
   * The model whose vectors are searched; null while there is none, or no plugin keeps vector indexes. When another model
   * has taken over, the old one is named until the new one's index is filled.
   */
  current(kind: VectorKind): VectorModel | null {
    const wanted = this.#wanted(kind);
    return wanted && (this.#served[kind].model ?? wanted);
  }

  /**
   * The index of `current(kind)`, in step with the database: null where that is. What was written before the call is in it,
   * unless there is much to follow: then `everything` waits as long as it takes, `little` (the default) half a second, after
   * which the index answers with what it has while the rest follows in the background.
   *
   * Ask for it for each piece of work, as the one from before may be closed by now. Whoever made a query vector with
   * `current(kind).model` in between compares that once more.
   * @throws DomainError not_ready, when the index cannot be opened or followed
   */
  async index(kind: VectorKind, wait: 'everything' | 'little' = 'little'): Promise<VectorIndex | null> {
    return this.#served[kind].index(wait);
  }

  /** Brings every index in step, and forgets the changes that nobody needs any more. */
  async follow(signal: AbortSignal): Promise<void> {
    for (const kind of kinds) {
      signal.throwIfAborted();
      await this.index(kind, 'everything');
    }
    const { log } = this.#with;
    const upTo = Math.min(log.last() - keptChanges, ...kinds.map((kind) => this.#served[kind].needsChangesAfter));
    while (log.trim(upTo, trimmedAtOnce) === trimmedAtOnce) await letOthersRun(signal);
  }

  async close(): Promise<void> {
    await Promise.all(kinds.map((kind) => this.#served[kind].close()));
  }

  #wanted(kind: VectorKind): VectorModel | null {
    const { provider, models } = this.#with;
    if (!provider()) return null;
    const current = models.of(kind === 'image' ? 'image' : 'face');
    return current && { model: current.model, dimensions: current.dimensions };
  }
}
