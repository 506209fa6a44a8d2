import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { runOne } from '../inference/feed.ts';
import type { SquareNetwork } from '../models/manifest.ts';
import { greySquare, squeeze } from '../images/squares.ts';

/** Measures the area of each class of scenery in a picture. */
export class SceneryMeter {
  readonly #session: InferenceSession;
  readonly #side: number;

  constructor(session: InferenceSession, { side }: SquareNetwork) {
    this.#session = session;
    this.#side = side;
  }

  /** @throws Error if the model does not match its manifest */
  async tryOut(): Promise<void> {
    await this.measure(greySquare(32));
  }

  /** @returns fractions of the picture that add up to 1 */
  async measure(image: RgbImage): Promise<Float32Array> {
    const side = this.#side;
    const { data } = await squeeze(image, side);
    return runOne(this.#session, createTensor('uint8', data, [1, side, side, 3]), 'area');
  }
}
