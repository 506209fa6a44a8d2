import { sizedCache } from '../../domain/sized-cache.ts';
import type { MlProvider } from '../../plugin-api/ml-provider.ts';
import type { VectorFilter, VectorHit } from '../../plugin-api/vector-index.ts';
import type { ScoreBaseline } from './score-baseline.ts';
import { otherModel } from './other-model.ts';
import type { SearchedVectors } from './searched-vectors.ts';

type TextModels = Pick<MlProvider, 'models' | 'embedTexts'>;

/**
 * The size of the cache of texts and their vectors in bytes: more than a thousand texts. Scrolling, or changing a filter,
 * searches for the same text again.
 */
const rememberedTexts = 4 * 1024 * 1024;

interface SemanticSearchParts {
  /** Undefined if no plugin provides models. */
  readonly ml: () => TextModels | undefined;
  readonly vectors: SearchedVectors;
  readonly chance: Pick<ScoreBaseline, 'of'>;
  /** Called when the models fail; the search continues without them. */
  readonly onError: (error: unknown) => void;
}

/** Finds photos by their content, through vectors of pictures and texts in one space. */
export class SemanticSearch {
  readonly #with: SemanticSearchParts;
  readonly #texts = sizedCache<Float32Array>(rememberedTexts);

  constructor(parts: SemanticSearchParts) {
    this.#with = parts;
  }

  /** Whether there are models and vectors to search with. */
  get available(): boolean {
    const { ml, vectors } = this.#with;
    return (ml()?.models().imageText ?? null) !== null && vectors.current('image') !== null;
  }

  /**
   * Photos whose content matches a text, best first.
   * @returns null if models are missing or fail
   */
  async find(
    text: string,
    options: { count: number; filter: VectorFilter; signal: AbortSignal },
  ): Promise<readonly VectorHit[] | null> {
    const { count, filter, signal } = options;
    if (!this.available) return null;
    try {
      const index = await this.#with.vectors.index('image');
      const model = this.#with.vectors.current('image')?.model;
      if (!index || model === undefined) return null;
      const embed = (texts: readonly string[]): Promise<Float32Array[]> => this.#embed(texts, model, signal);
      const [query] = await embed([text]);
      if (!query) return null;
      const minScore = await this.#with.chance.of(model, index, embed);
      const [hits = []] = await index.search([query], { k: count, minScore, filter, signal });
      return hits;
    } catch (error) {
      signal.throwIfAborted();
      this.#with.onError(error);
      return null;
    }
  }

  async #embed(texts: readonly string[], model: string, signal: AbortSignal): Promise<Float32Array[]> {
    const ml = this.#with.ml();
    if (!ml) throw new Error('There are no models any more.');
    const unknown = texts.filter((text) => !this.#texts.has(keyOf(model, text)));
    if (unknown.length > 0) {
      const other = otherModel(ml.models().imageText, model);
      const vectors = await ml.embedTexts(unknown, { priority: 'interactive', signal, ...(other && { model: other }) });
      for (const [index, vector] of vectors.entries()) this.#texts.set(keyOf(model, unknown[index] ?? ''), vector);
    }
    return texts.flatMap((text) => this.#texts.get(keyOf(model, text)) ?? []);
  }
}

const keyOf = (model: string, text: string): string => `${model} ${text}`;
