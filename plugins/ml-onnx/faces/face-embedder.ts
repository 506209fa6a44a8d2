import type { DetectedFace, RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { batchSize, runOne } from '../inference/feed.ts';
import type { FaceEmbedderModel } from '../models/manifest.ts';
import { normalisedVectors } from '../normalised-vectors.ts';
import { alignedSize, alignFace } from './align-face.ts';
import { writePlanes } from './tensor.ts';
import { greySquare } from '../images/squares.ts';

/** Faces per batch: a photo of three hundred must not take a gigabyte. */
const batch = 16;

/** The points of an already aligned face, for a trial run. */
const somePoints = [
  [0.34, 0.46],
  [0.66, 0.46],
  [0.5, 0.64],
  [0.37, 0.82],
  [0.63, 0.82],
] as const;

/** Computes a vector for each face: vectors of the same person point in similar directions. */
export class FaceEmbedder {
  readonly #session: InferenceSession;
  readonly #model: FaceEmbedderModel;
  readonly #batch: number;

  constructor(session: InferenceSession, model: FaceEmbedderModel) {
    this.#session = session;
    this.#model = model;
    this.#batch = batchSize(session, batch);
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    const grey = greySquare(128);
    await this.embed(grey, [{ box: { x: 0, y: 0, w: 1, h: 1 }, points: somePoints, score: 1 }]);
  }

  /** @returns an L2-normalised vector for each of `faces`, in order */
  async embed(image: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < faces.length; from += this.#batch) {
      vectors.push(...(await this.#embedBatch(image, faces.slice(from, from + this.#batch))));
    }
    return vectors;
  }

  async #embedBatch(image: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    const { pixels, dimensions } = this.#model;
    const values = 3 * alignedSize * alignedSize;
    const input = new Float32Array(faces.length * values);
    for (const [index, { points }] of faces.entries()) {
      const inPixels = points.map(([x, y]) => [x * image.width, y * image.height] as const);
      writePlanes(alignFace(image, inPixels), pixels, input, { offset: index * values });
    }
    const tensor = createTensor('float32', input, [faces.length, 3, alignedSize, alignedSize]);
    return normalisedVectors(await runOne(this.#session, tensor), faces.length, dimensions);
  }
}
