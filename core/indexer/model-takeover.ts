import type { CurrentModel, CurrentModels } from '../store/models/current-models.ts';
import type { OldEmbeddings } from '../store/models/old-embeddings.ts';
import type { Transact } from '../store/transact.ts';
import type { MlModels, MlProvider } from '../plugin-api/ml-provider.ts';
import type { VectorIndex } from '../plugin-api/vector-index.ts';
import { analysisModels, faceModel, imageModel } from './analysis-models.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import { letOthersRun } from '../threads/pause.ts';

/** Faces or photos whose old embeddings are removed per transaction, which takes a few milliseconds. */
const batch = 200;

interface Vectors {
  /** The model whose vectors are searched; null without a plugin for vector indexes. */
  current(kind: 'face' | 'image'): { readonly model: string } | null;
  index(kind: 'face' | 'image', wait: 'everything', signal: AbortSignal): Promise<Pick<VectorIndex, 'stats'> | null>;
}

interface Dependencies {
  readonly ml: () => MlProvider | undefined;
  readonly models: CurrentModels;
  readonly embeddings: OldEmbeddings;
  readonly vectors: Vectors;
  readonly transact: Transact;
  readonly log: { info(facts: Record<string, unknown>, message: string): void };
}

/**
 * Switches searches to the embeddings of a new model when it has analysed all photos, and removes those of the old one when
 * the index of the new one is filled. Until then, both are stored, and the old ones are searched.
 */
export class ModelTakeover implements BackgroundTask {
  readonly name = 'models';
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async run(signal: AbortSignal): Promise<void> {
    const installed = this.#with.ml()?.models();
    if (!installed) return;
    const face = faceModel(installed);
    const image = imageModel(installed);
    this.#takeOver('face', face, installed);
    this.#takeOver('image', image, installed);
    const errors: unknown[] = [];
    for (const [kind, model] of [['face', face] as const, ['image', image] as const]) {
      // An index of one kind that cannot be filled does not keep the old embeddings of the other.
      await this.#removeOld(kind, model, signal).catch((error: unknown) => errors.push(error));
      signal.throwIfAborted();
    }
    if (errors.length > 0) throw errors[0];
  }

  #takeOver(kind: 'face' | 'image', model: CurrentModel | null, installed: MlModels): void {
    const { models, embeddings, log } = this.#with;
    const current = models.of(kind);
    if (!model || !current) return;
    if (current.model !== model.model) {
      const { faces, image } = analysisModels(installed);
      const by = kind === 'face' ? faces : image;
      if (by === null || !embeddings.areComplete(kind, by)) return;
      models.set(kind, model);
      log.info({ kind, model: model.model, before: current.model }, 'All photos are analysed: the new model is in use');
    } else if (!sameThresholds(current, model)) models.set(kind, model);
  }

  /** Searches by the old index need the old embeddings too: a sample of them shows which scores mean something. */
  async #removeOld(kind: 'face' | 'image', model: CurrentModel | null, signal: AbortSignal): Promise<void> {
    const { models, embeddings, vectors, transact } = this.#with;
    if (!model || models.of(kind)?.model !== model.model || !embeddings.hasOthers(kind, model.model)) return;
    await vectors.index(kind, 'everything', signal);
    if ((vectors.current(kind) ?? model).model !== model.model) return;
    while (transact(() => embeddings.removeOthers(kind, model.model, batch)) > 0) await letOthersRun(signal);
  }
}

function sameThresholds({ thresholds: a }: CurrentModel, { thresholds: b }: CurrentModel): boolean {
  return a?.edge === b?.edge && a?.link === b?.link;
}
