import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { batchSize, runOne } from '../inference/feed.ts';
import type { ImageTextModel } from '../models/manifest.ts';
import { normalised } from '../normalised.ts';
import { squareOf } from './square.ts';

/** Pictures that go through the network at once. */
const batch = 8;

/** Makes a vector of a whole picture, in the space of the texts. */
export class ImageEmbedder {
  readonly #session: InferenceSession;
  readonly #model: ImageTextModel;
  readonly #batch: number;

  constructor(session: InferenceSession, model: ImageTextModel) {
    this.#session = session;
    this.#model = model;
    this.#batch = batchSize(session, batch);
  }

  /** @throws Error when the network is not what its manifest says */
  async tryOut(): Promise<void> {
    await this.embed([{ width: 32, height: 32, data: new Uint8Array(32 * 32 * 3).fill(127) }]);
  }

  /** @returns a vector of length 1 for each picture */
  async embed(images: readonly RgbImage[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < images.length; from += this.#batch) {
      vectors.push(...(await this.#embedBatch(images.slice(from, from + this.#batch))));
    }
    return vectors;
  }

  async #embedBatch(images: readonly RgbImage[]): Promise<Float32Array[]> {
    const { side, output } = this.#model.image;
    const values = 3 * side * side;
    const input = new Float32Array(images.length * values);
    for (const [index, image] of images.entries()) {
      this.#writePixels(await squareOf(image, this.#model.image), input, index * values);
    }
    const tensor = createTensor('float32', input, [images.length, 3, side, side]);
    return normalised(await runOne(this.#session, tensor, output), images.length, this.#model.dimensions);
  }

  #writePixels(pixels: Uint8Array, target: Float32Array, offset: number): void {
    const { mean, deviation } = this.#model.image;
    const count = pixels.length / 3;
    for (const channel of [0, 1, 2] as const) {
      const factor = 1 / (255 * deviation[channel]);
      const shift = mean[channel] / deviation[channel];
      const plane = offset + channel * count;
      for (let pixel = 0; pixel < count; pixel += 1) {
        target[plane + pixel] = pixels[pixel * 3 + channel]! * factor - shift;
      }
    }
  }
}
