import type { MlModels, MlProvider, PluginState } from 'photofinch/plugin-api';
import { kindOf, kindsOf, needOf, type Needs } from '../wire/needs.ts';
import { modelKinds, modelName, readOffer, type Offer, type OfferedModels } from '../wire/offer.ts';
import type { WorkerRoll } from './worker-roll.ts';

/** The models that analyse photos, and the sizes of pictures that they expect. */
export interface LineUp {
  readonly models: MlModels;
  readonly imageSize: number;
  readonly textSize: number;
}

/** The line-up if this machine runs models itself: its own models decide, and workers with the same models help. */
export function lineUpOf(local: MlProvider): LineUp {
  return {
    models: local.models(),
    imageSize: local.preferredImageSize,
    textSize: local.preferredTextSize ?? local.preferredImageSize,
  };
}

interface Parts {
  readonly state: PluginState;
  readonly roll: WorkerRoll;
  /** The source of the vocabulary for labels; without the vocabulary of a label model, its labels are not requested. */
  readonly local: MlProvider | undefined;
}

/** The stored part of the line-up: models and sizes in the form in which a worker announces them. */
type StoredLineUp = Pick<Offer, 'models' | 'imageSize' | 'textSize'>;

const stateKey = 'line-up';
const nothing: StoredLineUp = {
  models: { faceDetector: null, faceEmbedder: null, imageText: null, labels: null, text: null },
  imageSize: 1280,
  textSize: 1440,
};

/**
 * The line-up if the models of the workers decide. A change of models means that all photos are analysed again. A model
 * therefore stays in use as long as an admitted worker has it, online or not; after that, the model that most workers have
 * replaces it.
 */
export class WorkersLineUp {
  readonly #with: Parts;
  #kept: StoredLineUp;

  constructor(parts: Parts) {
    this.#with = parts;
    this.#kept = this.#read();
  }

  get present(): LineUp {
    const { models, imageSize, textSize } = this.#kept;
    const vocabulary = this.#vocabulary(models);
    const { thresholds, ...embedder } = models.faceEmbedder ?? { thresholds: null };
    return {
      models: {
        ...models,
        faceEmbedder: 'id' in embedder ? { ...embedder, ...(thresholds && { thresholds }) } : null,
        labels: models.labels && vocabulary && { ...models.labels, vocabulary },
      },
      ...{ imageSize, textSize },
    };
  }

  /** Updates the line-up from the offers of the admitted workers. @returns whether it has changed */
  refresh(): boolean {
    const { roll, state } = this.#with;
    const offers = roll.admitted.flatMap(({ fingerprint }) =>
      roll.aside(fingerprint) ? [] : (roll.offer(fingerprint) ?? []),
    );
    const next = chooseModels(offers, this.#kept);
    if (JSON.stringify(next) === JSON.stringify(this.#kept)) return false;
    this.#kept = next;
    state.set(stateKey, JSON.stringify(next));
    return true;
  }

  #vocabulary({ labels }: OfferedModels) {
    const localLabels = this.#with.local?.models().labels;
    return localLabels && labels && modelName(localLabels) === modelName(labels) ? localLabels.vocabulary : null;
  }

  #read(): StoredLineUp {
    const text = this.#with.state.get(stateKey);
    if (text === undefined) return nothing;
    try {
      const placeholder = { name: '-', version: '-', provider: '-', concurrency: 1, execution: null };
      const { models, imageSize, textSize } = readOffer({ ...placeholder, ...(JSON.parse(text) as object) });
      return { models, imageSize, textSize };
    } catch {
      return nothing;
    }
  }
}

function chooseModels(offers: readonly Offer[], previous: StoredLineUp): StoredLineUp {
  const pick = <K extends keyof OfferedModels>(kind: K): OfferedModels[K] => {
    const all = offers.flatMap(({ models }) => models[kind] ?? []);
    const byName = new Map(all.map((model) => [modelName(model), model]));
    const stillOffered = previous.models[kind] && byName.get(modelName(previous.models[kind]));
    const count = (name: string): number => all.filter((model) => modelName(model) === name).length;
    const [mostOffered] = [...byName.keys()].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
    return stillOffered ?? (mostOffered === undefined ? null : (byName.get(mostOffered) ?? null));
  };
  const models = {
    faceDetector: pick('faceDetector'),
    faceEmbedder: pick('faceEmbedder'),
    imageText: pick('imageText'),
    labels: pick('labels'),
    text: pick('text'),
  };
  const sizes = (kind: keyof OfferedModels, size: 'imageSize' | 'textSize'): number[] => {
    const { [kind]: model } = models;
    if (!model) return [];
    return offers.flatMap((offer) => {
      const { [kind]: offered } = offer.models;
      return offered && modelName(offered) === modelName(model) ? offer[size] : [];
    });
  };
  return {
    models,
    imageSize: Math.max(...sizes('faceDetector', 'imageSize'), 0) || previous.imageSize,
    textSize: Math.max(...sizes('text', 'textSize'), 0) || previous.textSize,
  };
}

/** The needs of all possible calls with these models. */
export function allNeeds(models: MlModels): Needs[] {
  const needsByKey = new Map<string, Needs>();
  const add = (needs: Needs | null): void => {
    if (needs && needs.length > 0) needsByKey.set(needs.join('\n'), needs);
  };
  for (const kind of new Set(Object.values(kindOf))) add(needsOf(models, [kind]));
  for (const faces of [true, false]) {
    for (const image of [true, false]) {
      for (const labels of [true, false]) add(needsOf(models, kindsOf({ faces, image, labels })));
    }
  }
  return [...needsByKey.values()];
}

/** @returns null if one of the models is missing */
export function needsOf(models: MlModels, kinds: readonly (typeof modelKinds)[number][]): Needs | null {
  const needs = kinds.map((kind) => (models[kind] ? needOf(kind, models[kind]) : null));
  return needs.includes(null) ? null : needs.filter((need) => need !== null).sort();
}
