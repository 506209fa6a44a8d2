import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { batchSize, runOne } from '../inference/feed.ts';
import type { ImageTextModel } from '../models/manifest.ts';
import { normalisedVectors } from '../normalised-vectors.ts';
import { channelsOf, writeChannels } from './channels.ts';
import { greySquare, toSharp } from './squares.ts';

/** Pictures per batch. */
const batch = 8;

/** Computes a vector of a whole picture, in the vector space of the texts. */
export class ImageEmbedder {
  readonly #session: InferenceSession;
  readonly #model: ImageTextModel;
  readonly #batch: number;

  constructor(session: InferenceSession, model: ImageTextModel) {
    this.#session = session;
    this.#model = model;
    this.#batch = batchSize(session, batch);
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.embed([greySquare(32)]);
  }

  /** @returns an L2-normalised vector for each picture */
  async embed(images: readonly RgbImage[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < images.length; from += this.#batch) {
      vectors.push(...(await this.#embedBatch(images.slice(from, from + this.#batch))));
    }
    return vectors;
  }

  async #embedBatch(images: readonly RgbImage[]): Promise<Float32Array[]> {
    const { side, output, mean, deviation } = this.#model.image;
    const channels = channelsOf('rgb', mean, deviation);
    const values = 3 * side * side;
    const input = new Float32Array(images.length * values);
    for (const [index, image] of images.entries()) {
      writeChannels(await squareOf(image, this.#model.image), channels, input, index * values);
    }
    const tensor = createTensor('float32', input, [images.length, 3, side, side]);
    return normalisedVectors(await runOne(this.#session, tensor, output), images.length, this.#model.dimensions);
  }
}

type Geometry = Pick<ImageTextModel['image'], 'side' | 'fit' | 'kernel'>;

/** A picture in the square of the model's input. @returns RGB, `side` × `side` */
async function squareOf(image: RgbImage, geometry: Geometry): Promise<Uint8Array> {
  const { side, fit, kernel } = geometry;
  const { width, height } = image;
  const picture = toSharp(image);
  if (fit === 'stretch') return picture.resize(side, side, { fit: 'fill', kernel }).raw().toBuffer();
  // A centre crop after scaling the shorter side to `side`, exactly like CLIP's image processor: the longer side is
  // truncated to whole pixels, and an odd pixel is cropped on the right and at the bottom.
  const scaled = (length: number, other: number): number =>
    length <= other ? side : Math.trunc((side * length) / other);
  const toWidth = scaled(width, height);
  const toHeight = scaled(height, width);
  return picture
    .resize(toWidth, toHeight, { fit: 'fill', kernel })
    .extract({
      left: Math.floor((toWidth - side) / 2),
      top: Math.floor((toHeight - side) / 2),
      width: side,
      height: side,
    })
    .raw()
    .toBuffer();
}
