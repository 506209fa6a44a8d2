import sharp from 'sharp';
import type { RgbImage } from 'photofinch/plugin-api';
import * as ort from 'onnxruntime-node';
import type { ImageTextModel } from '../models/manifest.ts';
import { normalised } from '../normalised.ts';

/** Makes a vector of a whole picture, in the space of the texts. */
export class ImageEmbedder {
  readonly #session: ort.InferenceSession;
  readonly #model: ImageTextModel;

  constructor(session: ort.InferenceSession, model: ImageTextModel) {
    this.#session = session;
    this.#model = model;
  }

  /** @returns a vector of length 1 for each picture */
  async embed(images: readonly RgbImage[]): Promise<Float32Array[]> {
    const { side } = this.#model.image;
    const values = 3 * side * side;
    const input = new Float32Array(images.length * values);
    for (const [index, image] of images.entries()) {
      this.#writePixels(await middleSquare(image, side), input, index * values);
    }
    const tensor = new ort.Tensor('float32', input, [images.length, 3, side, side]);
    const outputs = await this.#session.run({ [this.#session.inputNames[0] ?? '']: tensor });
    const output = outputs[this.#session.outputNames[0] ?? ''];
    return normalised(output?.data as Float32Array, images.length, this.#model.dimensions);
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

/**
 * The middle of a picture whose shorter side was brought to `side`, as CLIP's own image processor does it: bicubic, the
 * longer side cut to whole pixels, the crop's odd pixel on the right and below.
 */
async function middleSquare({ data, width, height }: RgbImage, side: number): Promise<Uint8Array> {
  const scaled = (length: number, other: number): number =>
    length <= other ? side : Math.trunc((side * length) / other);
  const toWidth = scaled(width, height);
  const toHeight = scaled(height, width);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(toWidth, toHeight, { fit: 'fill', kernel: 'cubic' })
    .extract({
      left: Math.floor((toWidth - side) / 2),
      top: Math.floor((toHeight - side) / 2),
      width: side,
      height: side,
    })
    .raw()
    .toBuffer();
}
