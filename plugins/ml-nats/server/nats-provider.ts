import {
  MlError,
  type AnalysisParts,
  type DetectedFace,
  type MlCallOptions,
  type MlModels,
  type MlProvider,
  type ModelPacks,
  type PictureAnalysis,
  type PictureLabels,
  type RgbImage,
  type TextLine,
} from 'photofinch/plugin-api';
import { MemoryBudget } from 'photofinch/plugin-api/toolkit';
import type { Outputs } from '../wire/answer.ts';
import type { Job } from '../wire/job.ts';
import { kindOf, kindsOf, needOf, type Needs, type Task } from '../wire/needs.ts';
import { modelName, type ModelKind } from '../wire/offer.ts';
import type { JobBook } from './job-book.ts';
import { needsOf, type LineUp } from './line-up.ts';
import type { LiveWorkers } from './live-workers.ts';
import { NobodyLeft, NobodyThere } from './no-worker.ts';

interface Parts {
  readonly lineUp: () => LineUp;
  readonly book: JobBook;
  readonly live: LiveWorkers;
  /** The models of this machine, for the jobs that no worker can do; undefined if photos wait for workers. */
  readonly local: MlProvider | undefined;
  readonly packs: ModelPacks | undefined;
  /** The maximum number of concurrent jobs of each priority. */
  readonly inFlight: number;
  /** Why no worker does the job, as a sentence. */
  readonly trouble: () => string;
  readonly close: () => Promise<void>;
}

const purposes: Readonly<Record<ModelKind, string>> = {
  faceDetector: 'finding faces',
  faceEmbedder: 'telling faces apart',
  imageText: 'searching photos by what they show',
  labels: 'naming what photos show',
  text: 'reading text in photos',
};

/** The inputs of a job besides its pictures. */
type More = Partial<Pick<Job, 'faces' | 'texts' | 'parts'>>;

/** Runs models on other machines. */
export class NatsProvider implements MlProvider {
  /** Fixed by the settings, since workers come and go during an analysis. */
  readonly concurrency: number;
  readonly packs?: ModelPacks;
  readonly #with: Parts;
  readonly #places: Readonly<Record<MlCallOptions['priority'], MemoryBudget>>;
  readonly #listeners: (() => void)[] = [];

  constructor(parts: Parts) {
    this.#with = parts;
    this.concurrency = parts.inFlight;
    if (parts.packs) this.packs = parts.packs;
    this.#places = { interactive: new MemoryBudget(parts.inFlight), background: new MemoryBudget(parts.inFlight) };
    parts.local?.onModelsChanged(() => {
      this.tellChanged();
    });
  }

  get preferredImageSize(): number {
    return this.#with.lineUp().imageSize;
  }

  get preferredTextSize(): number {
    return this.#with.lineUp().textSize;
  }

  models(): MlModels {
    return this.#with.lineUp().models;
  }

  onModelsChanged(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Must be called when the models have changed, or when a worker has come that can do waiting jobs. */
  tellChanged(): void {
    for (const listener of this.#listeners) listener();
  }

  detectFaces(image: RgbImage, options: MlCallOptions): Promise<DetectedFace[]> {
    return this.#call('detectFaces', [image], {}, options, (local) => local.detectFaces(image, options));
  }

  async embedFaces(image: RgbImage, faces: readonly DetectedFace[], options: MlCallOptions): Promise<Float32Array[]> {
    if (faces.length === 0) return [];
    const bare = faces.map(({ box, points, score }) => ({ box, points, score }));
    return this.#call('embedFaces', [image], { faces: bare }, options, (local) =>
      local.embedFaces(image, faces, options),
    );
  }

  async embedImages(images: readonly RgbImage[], options: MlCallOptions): Promise<Float32Array[]> {
    if (images.length === 0) return [];
    return this.#call('embedImages', images, {}, options, (local) => local.embedImages(images, options));
  }

  async embedTexts(texts: readonly string[], options: MlCallOptions): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    return this.#call('embedTexts', [], { texts }, options, (local) => local.embedTexts(texts, options));
  }

  findLabels(image: RgbImage, options: MlCallOptions): Promise<PictureLabels> {
    return this.#call('findLabels', [image], {}, options, (local) => local.findLabels?.(image, options));
  }

  readText(image: RgbImage, options: MlCallOptions): Promise<TextLine[]> {
    return this.#call('readText', [image], {}, options, (local) => local.readText?.(image, options));
  }

  async analyse(
    image: RgbImage,
    parts: AnalysisParts,
    options: Omit<MlCallOptions, 'model'>,
  ): Promise<PictureAnalysis> {
    const requestedParts = { faces: parts.faces, image: parts.image, labels: parts.labels ?? false };
    const kinds = kindsOf(requestedParts);
    if (kinds.length === 0) return { faces: null, image: null, labels: null };
    const needs = needsOf(this.models(), kinds);
    if (!needs) throw missing(kinds.find((kind) => !this.models()[kind]) ?? 'imageText');
    const job: Job = {
      task: 'analyse',
      priority: options.priority,
      needs,
      model: null,
      images: [image],
      parts: requestedParts,
    };
    return this.#do('analyse', job, options, (local) => local.analyse?.(image, parts, options));
  }

  close(): Promise<void> {
    return this.#with.close();
  }

  /** @param runLocally the same call to the models of this machine */
  async #call<T extends Exclude<Task, 'analyse'>>(
    task: T,
    images: readonly RgbImage[],
    extra: More,
    options: MlCallOptions,
    runLocally: (local: MlProvider) => Promise<Outputs[T]> | undefined,
  ): Promise<Outputs[T]> {
    const kind = kindOf[task];
    const { [kind]: usual } = this.models();
    const model = options.model ?? usual;
    if (!model) throw missing(kind);
    const needs: Needs = [needOf(kind, model)];
    const isUsual = usual ? modelName(usual) === modelName(model) : false;
    // This machine may have an older model, which workers do not announce.
    if (!isUsual && this.#with.local) return this.#locally(this.#with.local, runLocally);
    if (!isUsual && this.#with.live.able(needs).length === 0) {
      throw new Error(`No worker has the model ${model.id} of version ${model.version}.`);
    }
    const { id, version } = model;
    const job: Job = { task, priority: options.priority, needs, model: { id, version }, images, ...extra };
    return this.#do(task, job, options, runLocally);
  }

  async #do<T extends Task>(
    task: T,
    job: Job,
    { priority, signal }: MlCallOptions,
    runLocally: (local: MlProvider) => Promise<Outputs[T]> | undefined,
  ): Promise<Outputs[T]> {
    const { local, live, book } = this.#with;
    signal.throwIfAborted();
    if (local && live.able(job.needs).length === 0) return this.#locally(local, runLocally);
    const leave = await this.#places[priority].take(1, { signal });
    try {
      const answer = await book.do(job, this.#dimensionsFor(task, job), signal);
      return answer as Outputs[T];
    } catch (error) {
      if (!(error instanceof NobodyThere)) throw error;
      if (local) return await this.#locally(local, runLocally);
      if (error instanceof NobodyLeft) throw error;
      throw new MlError('unavailable', this.#with.trouble(), { cause: error });
    } finally {
      leave();
    }
  }

  #dimensionsFor(task: Task, job: Job): number | null {
    const isOfPictures = task === 'analyse' ? job.parts?.image === true : kindOf[task] === 'imageText';
    if (!isOfPictures) return null;
    const { imageText } = this.models();
    if (!job.model || (imageText && modelName(imageText) === modelName(job.model)))
      return imageText?.dimensions ?? null;
    const [worker] = this.#with.live.able(job.needs);
    return worker?.offer?.models.imageText?.dimensions ?? null;
  }

  async #locally<T>(local: MlProvider, call: (local: MlProvider) => Promise<T> | undefined): Promise<T> {
    const answer = call(local);
    if (!answer) throw new Error('The models of this machine have no such call.');
    return answer;
  }
}

function missing(kind: ModelKind): Error {
  return new Error(
    `No model for ${purposes[kind]} is there: admit a worker that has one, or run \`photofinch models pull\`.`,
  );
}
