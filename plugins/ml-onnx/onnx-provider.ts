import type {
  AnalysisParts,
  DetectedFace,
  MlCallOptions,
  MlModels,
  MlProvider,
  ModelId,
  ModelPacks,
  PictureAnalysis,
  PictureLabels,
  RgbImage,
  TextLine,
} from 'photofinch/plugin-api';
import type { accelerators, Execution } from './inference/execution.ts';
import { InferenceError } from './inference/inference-link.ts';
import { InferencePool } from './inference/inference-pool.ts';
import type { Task, Tasks } from './inference/protocol.ts';
import type { InstalledModel, ModelKind } from './models/choose-models.ts';
import type { ModelsWatch } from './models/models-watch.ts';

interface ProviderOptions {
  readonly packs?: ModelPacks;
  readonly processes: () => number;
  readonly threads: number;
  /** Seconds. */
  readonly idleStop: number;
  /** Timeout of a task in seconds, after which its process is killed; default a few minutes. */
  readonly patience?: number;
  /** Called for models that turn out not to work. */
  readonly onFault?: (pack: string, reason: string) => void;
  /** The preferred execution providers, best first; absent: the processor. */
  readonly wanted?: readonly (typeof accelerators)[number][];
  /** Called with a sentence about the execution provider that is actually used. */
  readonly onNote?: (sentence: string) => void;
}

/** The default without a text model. */
const usualTextSize = 1440;

/** The default without a detector. */
const usualImageSize = 1280;

const tasksOf: Readonly<Record<ModelKind, string>> = {
  faceDetector: 'finding faces',
  faceEmbedder: 'telling faces apart',
  imageText: 'searching photos by what they show',
  labels: 'naming what photos show',
  text: 'reading text in photos',
};

/** Machine learning with ONNX models in separate processes. */
export class OnnxProvider implements MlProvider {
  readonly packs?: ModelPacks;
  readonly #watch: ModelsWatch;
  readonly #pool: InferencePool;
  readonly #processes: () => number;
  readonly #onFault: (pack: string, reason: string) => void;
  readonly #mayAccelerate: boolean;

  constructor(watch: ModelsWatch, { packs, onFault, ...pool }: ProviderOptions) {
    this.#watch = watch;
    this.#pool = new InferencePool(pool);
    this.#processes = pool.processes;
    if (packs) this.packs = packs;
    this.#onFault = onFault ?? (() => undefined);
    this.#mayAccelerate = (pool.wanted ?? []).length > 0;
  }

  /** One more than there are processes, so that the next photo is prepared while others are processed. */
  get concurrency(): number {
    return this.#processes() + 1;
  }

  get execution(): Execution | null {
    return this.#mayAccelerate ? (this.#pool.chosen?.execution ?? null) : 'cpu';
  }

  /** Finds out which execution provider is used before there is any work. */
  begin(): void {
    this.#pool.begin();
  }

  get preferredImageSize(): number {
    return this.#watch.models.faceDetector?.model.longestSide ?? usualImageSize;
  }

  get preferredTextSize(): number {
    return this.#watch.models.text?.model.longestSide ?? usualTextSize;
  }

  models(): MlModels {
    const { faceDetector, faceEmbedder, imageText, labels, text } = this.#watch.models;
    const table = this.#watch.labelTable;
    const thresholds = faceEmbedder?.model.clustering;
    return {
      faceDetector: faceDetector && nameOf(faceDetector.model),
      faceEmbedder: faceEmbedder && { ...nameOf(faceEmbedder.model), ...(thresholds ? { thresholds } : {}) },
      imageText: imageText && { ...nameOf(imageText.model), dimensions: imageText.model.dimensions },
      labels: labels && table ? { ...nameOf(labels.model), ...table } : null,
      text: text && { ...nameOf(text.model), confidence: text.model.confidence },
    };
  }

  onModelsChanged(listener: () => void): void {
    this.#watch.onChange(listener);
  }

  async detectFaces(image: RgbImage, options: MlCallOptions): Promise<DetectedFace[]> {
    const detector = this.#model('faceDetector', options.model);
    return this.#run('detectFaces', { image, detector }, options, [detector]);
  }

  async embedFaces(image: RgbImage, faces: readonly DetectedFace[], options: MlCallOptions): Promise<Float32Array[]> {
    if (faces.length === 0) return [];
    const embedder = this.#model('faceEmbedder', options.model);
    return this.#run('embedFaces', { image, faces, embedder }, options, [embedder]);
  }

  async embedImages(images: readonly RgbImage[], options: MlCallOptions): Promise<Float32Array[]> {
    if (images.length === 0) return [];
    const imageText = this.#model('imageText', options.model);
    return this.#run('embedImages', { images, imageText }, options, [imageText]);
  }

  async embedTexts(texts: readonly string[], options: MlCallOptions): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const imageText = this.#model('imageText', options.model);
    return this.#run('embedTexts', { texts, imageText }, options, [imageText]);
  }

  async findLabels(image: RgbImage, options: MlCallOptions): Promise<PictureLabels> {
    const labels = this.#model('labels', options.model);
    return this.#run('findLabels', { image, labels }, options, [labels]);
  }

  async readText(image: RgbImage, options: MlCallOptions): Promise<TextLine[]> {
    const text = this.#model('text', options.model);
    return this.#run('readText', { image, text }, options, [text]);
  }

  async analyse(
    image: RgbImage,
    parts: AnalysisParts,
    options: Omit<MlCallOptions, 'model'>,
  ): Promise<PictureAnalysis> {
    const faces = parts.faces ? { detector: this.#model('faceDetector'), embedder: this.#model('faceEmbedder') } : null;
    const imageText = parts.image ? this.#model('imageText') : null;
    const labels = parts.labels ? this.#model('labels') : null;
    const used = [faces?.detector, faces?.embedder, imageText, labels].filter((model) => model != null);
    return this.#run('analyse', { image, faces, imageText, labels }, options, used);
  }

  /** The ids of the processes that run models. */
  get pids(): readonly number[] {
    return this.#pool.pids;
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await this.#pool.close();
  }

  /** @throws Error if there is no such model */
  #model<K extends ModelKind>(kind: K, id?: ModelId): InstalledModel<K> {
    const model = id ? this.#watch.find(kind, id) : this.#watch.models[kind];
    if (model) return model;
    throw new Error(
      id
        ? `The model ${id.id} of version ${id.version} is not installed.`
        : `No model for ${tasksOf[kind]} is installed: run \`photofinch models pull\`.`,
    );
  }

  async #run<T extends Task>(
    task: T,
    input: Tasks[T]['input'],
    options: Pick<MlCallOptions, 'priority' | 'signal'>,
    used: readonly InstalledModel[],
  ): Promise<Tasks[T]['output']> {
    await this.#watch.examined();
    // The model of this call has just turned out to be damaged.
    if (!used.every(({ folder }) => this.#watch.has(folder))) throw new Error('The models have changed: try again.');
    try {
      return await this.#pool.run(task, input, options);
    } catch (error) {
      const faulty = error instanceof InferenceError && used.find(({ folder }) => folder === error.faulty);
      if (faulty) await this.#setAside(faulty, (error as Error).message);
      throw error;
    }
  }

  /** Stops using a model: others take over, if there are any, and waiting calls fail at once. */
  async #setAside({ pack, folder }: InstalledModel, message: string): Promise<void> {
    const remedy = this.#watch.isBuiltIn(folder)
      ? 'Install Photofinch again.'
      : `Run \`photofinch models pull ${pack}\`.`;
    const reason = `${message.replace(/\.?$/, '.')} ${remedy}`;
    if (await this.#watch.setAside(folder, reason)) this.#onFault(pack, reason);
  }
}

function nameOf({ id, version }: ModelId): ModelId {
  return { id, version };
}
