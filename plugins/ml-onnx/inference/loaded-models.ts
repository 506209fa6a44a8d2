import { join } from 'node:path';
import * as ort from 'onnxruntime-node';
import { FaceDetector } from '../faces/face-detector.ts';
import { FaceEmbedder } from '../faces/face-embedder.ts';
import { ImageEmbedder } from '../images/image-embedder.ts';
import { TextEmbedder } from '../texts/text-embedder.ts';
import { Tokenizer } from '../texts/tokenizer.ts';
import type { ModelSet } from './protocol.ts';

/** A model's file that is damaged, or not the model that its manifest describes. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
}

/** The networks of one process, each loaded when it is first needed. */
export class LoadedModels {
  readonly #models: ModelSet;
  readonly #threads: number;
  readonly #loaded = new Map<string, Promise<unknown>>();

  constructor(models: ModelSet, threads: number) {
    this.#models = models;
    this.#threads = threads;
  }

  faceDetector(): Promise<FaceDetector> {
    return this.#once('face detector', this.#models.faceDetector, async ({ folder, model }) => {
      return new FaceDetector(await this.#session(folder, model.file), model);
    });
  }

  faceEmbedder(): Promise<FaceEmbedder> {
    return this.#once('face embedder', this.#models.faceEmbedder, async ({ folder, model }) => {
      return new FaceEmbedder(await this.#session(folder, model.file), model);
    });
  }

  imageEmbedder(): Promise<ImageEmbedder> {
    return this.#once('image embedder', this.#models.imageText, async ({ folder, model }) => {
      return new ImageEmbedder(await this.#session(folder, model.image.file), model);
    });
  }

  textEmbedder(): Promise<TextEmbedder> {
    return this.#once('text embedder', this.#models.imageText, async ({ folder, model }) => {
      const session = await this.#session(folder, model.text.file);
      return new TextEmbedder(session, await Tokenizer.load(folder), model);
    });
  }

  #once<M, T>(what: string, model: M | null, load: (model: M) => Promise<T>): Promise<T> {
    const loading = this.#loaded.get(what);
    if (loading) return loading as Promise<T>;
    const begun = model
      ? load(model).catch((error: unknown) => {
          // Tried again by the next call: the file may have been replaced by a whole one.
          this.#loaded.delete(what);
          throw new ModelFault(
            `The ${what} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
          );
        })
      : Promise.reject(new ModelFault(`There is no ${what}.`));
    this.#loaded.set(what, begun);
    return begun;
  }

  #session(folder: string, file: string): Promise<ort.InferenceSession> {
    return ort.InferenceSession.create(join(folder, file), {
      intraOpNumThreads: this.#threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    });
  }
}
