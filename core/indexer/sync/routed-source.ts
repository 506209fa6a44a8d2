import { groupedBy } from '../../domain/grouped-by.ts';
import type {
  ByteRange,
  PhotoSource,
  SourceContent,
  SourceHealth,
  SourceThumbnail,
  StoredAnalysis,
} from '../../plugin-api/photo-source.ts';
import { CheckedSource } from './checked-source.ts';
import type { CheckedNodes } from './source-shapes.ts';

/** One of several photo sources, for the indexer. */
export interface ReadSource {
  readonly id: number;
  readonly checked: CheckedSource;
}

interface Dependencies {
  /** The photo source, if there is only one. */
  readonly only: () => PhotoSource;
  /** The source from which a photo is read; undefined if there is only one source. @throws SourceError when it is not loaded */
  readonly sourceOf: (uid: string) => ReadSource | undefined;
  /** All loaded sources; empty if there is only one. */
  readonly several: () => readonly ReadSource[];
}

/** All photo sources of a library, for the indexer. Each photo is read from its own source. */
export class RoutedSource extends CheckedSource {
  readonly #with: Dependencies;
  /** The source that failed with each error. */
  readonly #failed = new WeakMap<Error, ReadSource>();

  constructor(dependencies: Dependencies) {
    super(dependencies.only);
    this.#with = dependencies;
  }

  /** The source that failed with this error or with its cause; undefined if no source caused it. */
  failedWith(error: unknown): ReadSource | undefined {
    const cause = error instanceof Error ? error.cause : undefined;
    return [error, cause]
      .map((thrown) => (thrown instanceof Error ? this.#failed.get(thrown) : undefined))
      .find(Boolean);
  }

  /** The health of the source that failed with this error. */
  override healthAfter(error: unknown, signal: AbortSignal): Promise<SourceHealth> {
    return this.failedWith(error)?.checked.health(signal) ?? super.healthAfter(error, signal);
  }

  override async nodes(uids: readonly string[], signal: AbortSignal): Promise<CheckedNodes> {
    const groups = [...groupedBy(uids, (uid) => this.#with.sourceOf(uid))];
    const answers: CheckedNodes[] = [];
    for (const [source, part] of groups) {
      answers.push(
        source ? await this.#noting(source, () => source.checked.nodes(part, signal)) : await super.nodes(part, signal),
      );
    }
    const [only, ...others] = answers;
    if (only && others.length === 0) return only;
    return {
      nodes: new Map(answers.flatMap(({ nodes }) => [...nodes])),
      wrong: new Map(answers.flatMap(({ wrong }) => [...wrong])),
    };
  }

  override async thumbnail(uid: string, size: 512 | 1920, signal: AbortSignal): Promise<SourceThumbnail | null> {
    const source = this.#with.sourceOf(uid);
    if (!source) return super.thumbnail(uid, size, signal);
    return this.#noting(source, () => source.checked.thumbnail(uid, size, signal));
  }

  override async open(uid: string, options: { range?: ByteRange; signal: AbortSignal }): Promise<SourceContent> {
    const source = this.#with.sourceOf(uid);
    if (!source) return super.open(uid, options);
    return this.#noting(source, () => source.checked.open(uid, options));
  }

  override async storedAnalysis(uid: string, signal: AbortSignal): Promise<StoredAnalysis | null> {
    const source = this.#with.sourceOf(uid);
    if (!source) return super.storedAnalysis(uid, signal);
    return this.#noting(source, () => source.checked.storedAnalysis(uid, signal));
  }

  override get handsOutMotions(): boolean {
    return this.#any((source) => source.handsOutMotions) ?? super.handsOutMotions;
  }

  override get bringsAnalyses(): boolean {
    return this.#any((source) => source.bringsAnalyses) ?? super.bringsAnalyses;
  }

  #any(hasFeature: (source: CheckedSource) => boolean): boolean | undefined {
    const several = this.#with.several();
    return several.length === 0 ? undefined : several.some(({ checked }) => hasFeature(checked));
  }

  async #noting<T>(source: ReadSource, question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (error instanceof Error) this.#failed.set(error, source);
      throw error;
    }
  }
}
