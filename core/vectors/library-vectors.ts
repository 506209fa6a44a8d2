import type { CurrentModel, CurrentModels } from '../store/models/current-models.ts';
import type { VectorIndex, VectorIndexProvider, VectorKind } from '../plugin-api/vector-index.ts';
import { letOthersRun } from '../threads/pause.ts';
import type { FollowedIndexParts } from './followed-index.ts';
import { ServedIndex } from './served-index.ts';

/**
 * The minimum number of changes that the log keeps for an index that is not open, or whose cache lost the latest changes.
 * An index that is farther behind is filled again.
 */
const keptChanges = 100_000;

const trimmedAtOnce = 2000;

interface Dependencies extends Omit<FollowedIndexParts, 'provider'> {
  /** Undefined if no plugin provides vector indexes. */
  readonly provider: () => VectorIndexProvider | undefined;
  readonly models: CurrentModels;
  /** Called with a failure for which no caller waits. */
  readonly onError: (error: unknown, kind: VectorKind) => void;
}

const kinds: readonly VectorKind[] = ['face', 'image', 'person'];

/** The vector indexes of the library: of faces, of pictures and of people, each for its current model. */
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
   * The model whose vectors are searched; null if there is none, or no plugin provides vector indexes. After another model
   * has taken over, this is the old one with its thresholds, until the index of the new one is filled.
   */
  current(kind: VectorKind): CurrentModel | null {
    const model = this.#wanted(kind);
    const served = this.#served[kind].model;
    // The thresholds of a model may have changed since its index was opened.
    return model && (served && served.model !== model.model ? served : model);
  }

  /**
   * The index of `current(kind)`, null if that is null. It contains everything that was written before the call, unless
   * many changes are missing. Then `everything` waits until it is up to date; `little`, the default, waits half a second,
   * and the rest is applied in the background.
   *
   * Request the index for each piece of work: the one of an earlier call may be closed. A caller with a query vector must
   * check after the call that `current(kind).model` is still the model of that vector.
   * @param signal ends the wait, but not the sync, which continues in the background
   * @throws DomainError not_ready, if the index cannot be opened or synced; the reason of `signal`
   */
  async index(
    kind: VectorKind,
    wait: 'everything' | 'little' = 'little',
    signal?: AbortSignal,
  ): Promise<VectorIndex | null> {
    return this.#served[kind].index(wait, signal);
  }

  /** Syncs all indexes, and removes the changes that no index needs from the log. */
  async follow(signal: AbortSignal): Promise<void> {
    for (const kind of kinds) {
      signal.throwIfAborted();
      await this.index(kind, 'everything', signal);
    }
    const { log } = this.#with;
    const upTo = Math.min(log.last() - keptChanges, ...kinds.map((kind) => this.#served[kind].needsChangesAfter));
    while (log.trim(upTo, trimmedAtOnce) === trimmedAtOnce) await letOthersRun(signal);
  }

  async close(): Promise<void> {
    await Promise.all(kinds.map((kind) => this.#served[kind].close()));
  }

  #wanted(kind: VectorKind): CurrentModel | null {
    const { provider, models } = this.#with;
    return provider() ? models.of(kind === 'image' ? 'image' : 'face') : null;
  }
}
