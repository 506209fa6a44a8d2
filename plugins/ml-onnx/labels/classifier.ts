import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { runOne } from '../inference/feed.ts';
import type { LabelsModel } from '../models/manifest.ts';
import { greySquare, squeeze } from '../images/squares.ts';
import { leafCount } from './things-table.ts';

/** Classifies into ImageNet's classes. The first output, for the background, is ignored. */
export class Classifier {
  readonly #session: InferenceSession;
  readonly #model: LabelsModel['classifier'];

  constructor(session: InferenceSession, model: LabelsModel['classifier']) {
    this.#session = session;
    this.#model = model;
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.classify(greySquare(32));
  }

  /** @returns the probability of each class: the mean of a run on the whole picture and one on its centre */
  async classify(image: RgbImage): Promise<Float64Array> {
    const { side, centre } = this.#model;
    const { width, height } = image;
    const middle = Math.max(1, Math.floor(Math.min(width, height) * centre));
    const part = { left: (width - middle) >> 1, top: (height - middle) >> 1, width: middle, height: middle };
    const probabilities = new Float64Array(leafCount);
    for (const square of [await squeeze(image, side, part), await squeeze(image, side)]) {
      const tensor = createTensor('uint8', square.data, [1, side, side, 3]);
      const output = await runOne(this.#session, tensor);
      if (output.length !== leafCount + 1) {
        throw new Error(`the model answers ${output.length} values instead of ${leafCount + 1}`);
      }
      for (let leaf = 0; leaf < leafCount; leaf += 1) probabilities[leaf]! += output[leaf + 1]! / 2;
    }
    return probabilities;
  }
}
