import type { RgbImage } from 'photofinch/plugin-api';
import { createTensor, type Tensor } from 'photofinch/plugin-api/toolkit';
import { writePlanes } from '../faces/tensor.ts';
import type { PixelFormat, SquareNetwork } from '../models/manifest.ts';

/** The input of a model that takes one square picture. Its buffer is reused. */
export class SquareInput {
  /** Pixels. */
  readonly side: number;
  readonly #pixels: PixelFormat;
  readonly #values: Float32Array;

  constructor({ side }: SquareNetwork, pixels: PixelFormat) {
    this.side = side;
    this.#pixels = pixels;
    this.#values = new Float32Array(3 * side * side);
  }

  /** @param square `side` × `side` */
  tensorOf(square: RgbImage): Tensor {
    writePlanes(square, this.#pixels, this.#values);
    return createTensor('float32', this.#values, [1, 3, this.side, this.side]);
  }
}
