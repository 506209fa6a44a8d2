import { modelName } from '../../domain/model-name.ts';
import type { AutoTags, StoredScale } from '../../store/photos/auto-tags.ts';
import type { CurrentModels } from '../../store/models/current-models.ts';
import type { PhotoText } from '../../store/photos/photo-text.ts';
import type { Transact } from '../../store/transact.ts';
import type { VectorModel } from '../../store/models/vector-rows.ts';
import type { MlProvider } from '../../plugin-api/ml-provider.ts';
import type { BackgroundTask } from '../../threads/background-task.ts';
import { letOthersRun } from '../../threads/pause.ts';
import { places } from './everyday-places.ts';
import { thingsAndOccasions } from './everyday-things.ts';
import { calibrate, cosinesWith, fittingTags } from './tag-scale.ts';
import { fingerprint, vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** Words for typical photos, in English, which all models of this kind understand. */
export const everydayVocabulary: Vocabulary = vocabularyOf(
  [...places, ...thingsAndOccasions],
  ['a photo', 'a picture', 'an image', 'a photo of something'],
);

/** Photos per transaction: about 4 ms. */
const photosAtOnce = 8;

/** Texts per call of the model. */
const textsAtOnce = 32;

/** The minimum number of photos in a sample: fewer do not show the usual values. */
const minSample = 20;
const maxSample = 2000;

/**
 * When a library has grown by this factor, a new scale is computed and all photos are tagged again, until the sample has
 * its full size. With a factor above 1, each photo is tagged only a few times.
 */
const growth = 4;

interface Dependencies {
  readonly provider: () => MlProvider | undefined;
  readonly models: Pick<CurrentModels, 'of'>;
  readonly tags: AutoTags;
  readonly text: Pick<PhotoText, 'refresh'>;
  readonly transact: Transact;
  readonly vocabulary?: Vocabulary;
}

/** A scale with its name, which is stored with each photo that was tagged with it. */
interface NamedScale extends StoredScale {
  readonly name: string;
}

/** Tags photos with words of a vocabulary, using their embeddings. See [Note: When a tag fits a photo]. */
export class PhotoTagger implements BackgroundTask {
  readonly name = 'tags';
  readonly #with: Dependencies;
  readonly #vocabulary: Vocabulary;
  readonly #fingerprint: string;
  #scale: NamedScale | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#vocabulary = dependencies.vocabulary ?? everydayVocabulary;
    this.#fingerprint = fingerprint(this.#vocabulary);
  }

  async run(signal: AbortSignal): Promise<void> {
    const model = this.#with.models.of('image');
    const scale = model && (await this.#scaleFor(model, signal));
    if (!scale) return;
    const { tags, text, transact } = this.#with;
    for (;;) {
      const by = `${scale.name} ${scale.photos}`;
      const photos = tags.due(model.model, by, photosAtOnce);
      if (photos.length === 0) return;
      const embeddings = tags.embeddings(model, photos);
      transact(() => {
        const changedPhotos = photos.filter((photo) =>
          tags.replace(photo, this.#tagsOf(embeddings.get(photo), scale), by),
        );
        text.refresh(changedPhotos);
      });
      await letOthersRun(signal);
    }
  }

  #tagsOf(image: Float32Array | undefined, scale: StoredScale): { tag: string; score: number }[] {
    // A video without a thumbnail has no embedding.
    if (!image) return [];
    return fittingTags(image, scale).flatMap(({ tag, score }) => {
      const word = this.#vocabulary.tags[tag]?.tag;
      return word === undefined ? [] : [{ tag: word, score }];
    });
  }

  /** @returns undefined while there are too few photos, or the model that embeds the words is not installed */
  async #scaleFor(model: VectorModel, signal: AbortSignal): Promise<NamedScale | undefined> {
    const { tags, transact } = this.#with;
    const name = `${model.model} ${this.#fingerprint}`;
    if (this.#scale?.name !== name) {
      const stored = tags.scale(name);
      this.#scale = stored && { ...stored, name };
    }
    const scaleSoFar = this.#scale;
    const sampleSize = scaleSoFar ? Math.min(maxSample, scaleSoFar.photos * growth) : minSample;
    if (scaleSoFar && scaleSoFar.photos >= maxSample) return scaleSoFar;
    if (tags.embeddingCount(model, sampleSize) < sampleSize) return scaleSoFar;

    const vectors = scaleSoFar?.vectors ?? (await this.#vectorsOfWords(model, signal));
    if (!vectors) return undefined;
    const cosines: Float32Array[] = [];
    const sample = tags.sample(model, maxSample);
    for (let at = 0; at < sample.length; at += photosAtOnce) {
      for (const image of tags.embeddings(model, sample.slice(at, at + photosAtOnce)).values()) {
        cosines.push(cosinesWith(image, vectors));
      }
      await letOthersRun(signal);
    }
    const measured = await calibrate(cosines, () => letOthersRun(signal));
    const scale = { name, photos: cosines.length, vectors, ...measured };
    transact(() => {
      tags.keepScale(name, scale);
    });
    this.#scale = scale;
    return scale;
  }

  /** @returns undefined if the model is not installed (any more) */
  async #vectorsOfWords({ model, dimensions }: VectorModel, signal: AbortSignal): Promise<Float32Array | undefined> {
    const provider = this.#with.provider();
    const installed = provider?.models().imageText;
    if (!provider || !installed || modelName(installed) !== model) return undefined;
    const { tags, neutral } = this.#vocabulary;
    const { id, version } = installed;
    // The model is requested explicitly: if another one takes over between two calls, their vectors must not be mixed.
    const options = { priority: 'background', signal, model: { id, version } } as const;
    const meanings = [...tags.map(({ prompts }) => prompts), neutral];
    const texts = meanings.flat();
    const vectorsOfTexts: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      const batch = texts.slice(at, at + textsAtOnce);
      vectorsOfTexts.push(...(await provider.embedTexts(batch, options)));
    }
    const vectors = new Float32Array(meanings.length * dimensions);
    let text = 0;
    for (const [at, { length }] of meanings.entries()) {
      vectors.set(meanDirection(vectorsOfTexts.slice(text, (text += length)), dimensions), at * dimensions);
    }
    return vectors;
  }
}

function meanDirection(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + value;
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0));
}
