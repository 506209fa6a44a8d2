import type { PixelFormat } from '../models/manifest.ts';

/** Pixels of interleaved RGB → planes of float32, one channel after the other (NCHW), into `target` at `offset`. */
export function writePlanes(
  pixels: Uint8Array,
  { order, mean, deviation }: PixelFormat,
  target: Float32Array,
  offset = 0,
): void {
  const count = pixels.length / 3;
  const factor = 1 / deviation;
  const first = offset + (order === 'rgb' ? 0 : 2 * count);
  const second = offset + count;
  const third = offset + (order === 'rgb' ? 2 * count : 0);
  for (let pixel = 0, at = 0; pixel < count; pixel += 1, at += 3) {
    target[first + pixel] = (pixels[at]! - mean) * factor;
    target[second + pixel] = (pixels[at + 1]! - mean) * factor;
    target[third + pixel] = (pixels[at + 2]! - mean) * factor;
  }
}
