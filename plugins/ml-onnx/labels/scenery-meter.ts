import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type InferenceSession } from 'photofinch/plugin-api/toolkit';
import { runOne } from '../inference/feed.ts';
import type { SquareNetwork } from '../models/manifest.ts';
import { greySquare, squeeze } from '../images/squares.ts';

/** Measures how much of a picture each class of scenery takes. */
export class SceneryMeter {
  readonly #session: InferenceSession;
  readonly #side: number;

  constructor(session: InferenceSession, { side }: SquareNetwork) {
    this.#session = session;
    this.#side = side;
  }

  /** @throws Error when the network is not what its manifest says */
  async tryOut(): Promise<void> {
    await this.measure(greySquare(32));
  }

  /** @returns shares of the picture that add up to 1 */
  async measure(image: RgbImage): Promise<Float32Array> {
    const side = this.#side;
    const { data } = await squeeze(image, side);
    return runOne(this.#session, createTensor('uint8', data, [1, side, side, 3]), 'area');
  }
}
