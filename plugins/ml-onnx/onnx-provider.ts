import type { DetectedFace, MlCallOptions, MlModels, MlProvider, ModelId, RgbImage } from 'photofinch/plugin-api';
import { InferencePool } from './inference/inference-pool.ts';
import type { ModelSet, Task, Tasks } from './inference/protocol.ts';
import type { ModelsWatch } from './models/models-watch.ts';

interface ProviderOptions {
  readonly processes: number;
  readonly threads: number;
  /** Seconds. */
  readonly idleStop: number;
}

/** Without a detector there is nothing to prepare a picture for. */
const usualImageSize = 1280;

/** Machine learning by ONNX models in processes of their own. */
export class OnnxProvider implements MlProvider {
  readonly #watch: ModelsWatch;
  readonly #options: ProviderOptions;
  #pool: { readonly models: ModelSet; readonly pool: InferencePool } | undefined;

  constructor(watch: ModelsWatch, options: ProviderOptions) {
    this.#watch = watch;
    this.#options = options;
  }

  get preferredImageSize(): number {
    return this.#watch.models.faceDetector?.model.longestSide ?? usualImageSize;
  }

  models(): MlModels {
    const { faceDetector, faceEmbedder, imageText } = this.#watch.models;
    return {
      faceDetector: faceDetector && nameOf(faceDetector.model),
      faceEmbedder: faceEmbedder && nameOf(faceEmbedder.model),
      imageText: imageText && { ...nameOf(imageText.model), dimensions: imageText.model.dimensions },
    };
  }

  onModelsChanged(listener: () => void): void {
    this.#watch.onChange(listener);
  }

  detectFaces(image: RgbImage, options: MlCallOptions): Promise<DetectedFace[]> {
    return this.#run('detectFaces', { image }, options);
  }

  async embedFaces(image: RgbImage, faces: readonly DetectedFace[], options: MlCallOptions): Promise<Float32Array[]> {
    return faces.length === 0 ? [] : this.#run('embedFaces', { image, faces }, options);
  }

  async embedImages(images: readonly RgbImage[], options: MlCallOptions): Promise<Float32Array[]> {
    return images.length === 0 ? [] : this.#run('embedImages', { images }, options);
  }

  async embedTexts(texts: readonly string[], options: MlCallOptions): Promise<Float32Array[]> {
    return texts.length === 0 ? [] : this.#run('embedTexts', { texts }, options);
  }

  /** Of the processes that run the models now. */
  get pids(): readonly number[] {
    return this.#pool?.pool.pids ?? [];
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await this.#pool?.pool.close();
  }

  #run<T extends Task>(task: T, input: Tasks[T]['input'], options: MlCallOptions): Promise<Tasks[T]['output']> {
    return this.#currentPool().run(task, input, options);
  }

  /** Models that change get processes of their own; those of the old ones end when nothing is in their hands. */
  #currentPool(): InferencePool {
    const { models } = this.#watch;
    if (this.#pool?.models !== models) {
      void this.#pool?.pool.drain();
      this.#pool = { models, pool: new InferencePool({ models, ...this.#options }) };
    }
    return this.#pool.pool;
  }
}

function nameOf({ id, version }: ModelId): ModelId {
  return { id, version };
}
