import type { RgbImage } from 'photofinch/plugin-api';
import type { PixelFormat } from '../models/manifest.ts';

/** A larger black picture, and the position of the picture in it. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/**
 * Converts interleaved RGB to planes of float32, one channel after the other (NCHW), into `target` at `offset`.
 * @param canvas default the picture itself
 */
export function writePlanes(
  picture: RgbImage,
  { order, mean, deviation }: PixelFormat,
  target: Float32Array,
  { offset = 0, canvas = { ...picture, left: 0, top: 0 } }: { readonly offset?: number; readonly canvas?: Canvas } = {},
): void {
  const { data, width, height } = picture;
  const plane = canvas.width * canvas.height;
  const factor = 1 / deviation;
  if (plane > width * height) target.fill(-mean * factor, offset, offset + 3 * plane);
  const corner = offset + canvas.top * canvas.width + canvas.left;
  const [red, blue] = order === 'rgb' ? [0, 2 * plane] : [2 * plane, 0];
  for (let row = 0, at = 0; row < height; row += 1) {
    const first = corner + row * canvas.width;
    for (let to = first; to < first + width; to += 1, at += 3) {
      target[to + red] = (data[at]! - mean) * factor;
      target[to + plane] = (data[at + 1]! - mean) * factor;
      target[to + blue] = (data[at + 2]! - mean) * factor;
    }
  }
}
