import type { RgbImage } from 'photofinch/plugin-api';
import type { InferenceSession } from 'photofinch/plugin-api/toolkit';
import { runOne } from '../inference/feed.ts';
import type { SquareNetwork } from '../models/manifest.ts';
import { SquareInput } from '../images/square-input.ts';
import { greySquare, toSharp } from '../images/squares.ts';
import { cocoClasses } from './things-table.ts';

const pixels = { order: 'bgr', mean: 0, deviation: 1 } as const;
const grey = { r: 114, g: 114, b: 114 };

/** The output for each position: a box, objectness, and the probability of each class. */
const values = 5 + cocoClasses;

/** Below this objectness, no class matters. */
const minObjectness = 0.01;

/** YOLOX (Ge et al., 2021): takes the picture in the upper left corner of a grey square. */
export class Yolox {
  readonly #session: InferenceSession;
  readonly #input: SquareInput;

  constructor(session: InferenceSession, network: SquareNetwork) {
    this.#session = session;
    this.#input = new SquareInput(network, pixels);
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.detect(greySquare(32));
  }

  /** @returns the highest score for each class of COCO */
  async detect(image: RgbImage): Promise<Float64Array> {
    const output = await runOne(this.#session, this.#input.tensorOf(await this.#letterbox(image)));
    if (output.length % values !== 0) throw new Error(`the model does not answer rows of ${values} values`);
    const highest = new Float64Array(cocoClasses);
    for (let row = 0; row < output.length; row += values) {
      const objectness = output[row + 4]!;
      if (objectness < minObjectness) continue;
      for (let kind = 0; kind < cocoClasses; kind += 1) {
        const score = objectness * output[row + 5 + kind]!;
        if (score > highest[kind]!) highest[kind] = score;
      }
    }
    return highest;
  }

  async #letterbox(image: RgbImage): Promise<RgbImage> {
    const { side } = this.#input;
    const scale = Math.min(side / image.width, side / image.height);
    const width = Math.max(1, Math.floor(image.width * scale));
    const height = Math.max(1, Math.floor(image.height * scale));
    const data = await toSharp(image)
      .resize(width, height, { fit: 'fill', kernel: 'linear' })
      .extend({ right: side - width, bottom: side - height, background: grey })
      .raw()
      .toBuffer();
    return { width: side, height: side, data };
  }
}
