import type { DetectedFace, RgbImage } from 'photofinch/plugin-api';
import * as ort from 'onnxruntime-node';
import type { FaceEmbedderModel } from '../models/manifest.ts';
import { normalised } from '../normalised.ts';
import { alignedSize, alignFace } from './align-face.ts';
import { writePlanes } from './tensor.ts';

/** Faces that go through the network at once: a photo of three hundred must not take a gigabyte. */
const batch = 16;

/** Makes a vector of each face: the same person's point in the same direction. */
export class FaceEmbedder {
  readonly #session: ort.InferenceSession;
  readonly #model: FaceEmbedderModel;

  constructor(session: ort.InferenceSession, model: FaceEmbedderModel) {
    this.#session = session;
    this.#model = model;
  }

  /** @returns a vector of length 1 for each of `faces`, in their order */
  async embed(image: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < faces.length; from += batch) {
      vectors.push(...(await this.#embedBatch(image, faces.slice(from, from + batch))));
    }
    return vectors;
  }

  async #embedBatch(image: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    const { pixels, dimensions } = this.#model;
    const values = 3 * alignedSize * alignedSize;
    const input = new Float32Array(faces.length * values);
    for (const [index, { points }] of faces.entries()) {
      const inPixels = points.map(([x, y]) => [x * image.width, y * image.height] as const);
      writePlanes(alignFace(image, inPixels), pixels, input, index * values);
    }
    const tensor = new ort.Tensor('float32', input, [faces.length, 3, alignedSize, alignedSize]);
    const outputs = await this.#session.run({ [this.#session.inputNames[0] ?? '']: tensor });
    const output = outputs[this.#session.outputNames[0] ?? ''];
    return normalised(output?.data as Float32Array, faces.length, dimensions);
  }
}
