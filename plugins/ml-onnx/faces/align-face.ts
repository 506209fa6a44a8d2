import type { RgbImage } from 'photofinch/plugin-api';

/** Side of an aligned face in pixels. */
export const alignedSize = 112;

/**
 * Where the eyes, the nose and the corners of the mouth of an aligned face lie: the template of ArcFace (Deng et al.,
 * 2019) for 112 × 112 pixels, which practically all published face embedders were trained on.
 */
const template: readonly (readonly [number, number])[] = [
  [38.2946, 51.6963],
  [73.5318, 51.5014],
  [56.0252, 71.7366],
  [41.5493, 92.3655],
  [70.7299, 92.2041],
];

/** Turns, scales and moves: (x, y) → (a·x − b·y + tx, b·x + a·y + ty). */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

/**
 * The similarity transform that brings `from` closest to `to` by least squares (Umeyama, 1991, in the plane and without
 * reflection, where it has a closed form).
 */
export function similarityBetween(
  from: readonly (readonly [number, number])[],
  to: readonly (readonly [number, number])[],
): Similarity {
  const [fromX, fromY] = centroid(from);
  const [toX, toY] = centroid(to);
  let along = 0;
  let across = 0;
  let spread = 0;
  for (const [index, [x, y]] of from.entries()) {
    const [u, v] = to[index]!;
    const dx = x - fromX;
    const dy = y - fromY;
    along += dx * (u - toX) + dy * (v - toY);
    across += dx * (v - toY) - dy * (u - toX);
    spread += dx * dx + dy * dy;
  }
  const a = spread === 0 ? 1 : along / spread;
  const b = spread === 0 ? 0 : across / spread;
  return { a, b, tx: toX - a * fromX + b * fromY, ty: toY - b * fromX - a * fromY };
}

function centroid(points: readonly (readonly [number, number])[]): [number, number] {
  const sum = points.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/**
 * Cuts a face out, upright and at the size that embedders want. What lies outside of the picture is black.
 *
 * A face that is much larger than the result is averaged over as many pixels as it shrinks by: picking single pixels
 * would keep its noise.
 * @param points eyes, nose and corners of the mouth in pixels of `image`
 * @returns RGB, `alignedSize` × `alignedSize`
 */
export function alignFace(image: RgbImage, points: readonly (readonly [number, number])[]): Uint8Array {
  const { a, b, tx, ty } = similarityBetween(template, points);
  const scale = Math.hypot(a, b);
  // So many samples along each side of a result's pixel.
  const samples = Math.min(4, Math.max(1, Math.round(scale)));
  const face = new Uint8Array(alignedSize * alignedSize * 3);
  const pixel = new Float64Array(3);
  for (let row = 0; row < alignedSize; row += 1) {
    for (let column = 0; column < alignedSize; column += 1) {
      pixel.fill(0);
      for (let sample = 0; sample < samples * samples; sample += 1) {
        const u = column + ((sample % samples) + 0.5) / samples - 0.5;
        const v = row + (Math.floor(sample / samples) + 0.5) / samples - 0.5;
        addInterpolated(image, a * u - b * v + tx, b * u + a * v + ty, pixel);
      }
      const at = (row * alignedSize + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        face[at + channel] = Math.round(pixel[channel]! / (samples * samples));
      }
    }
  }
  return face;
}

/** Adds the picture's colour at a point between pixels, bilinear. */
function addInterpolated({ width, height, data }: RgbImage, x: number, y: number, pixel: Float64Array): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  for (let corner = 0; corner < 4; corner += 1) {
    const column = left + (corner & 1);
    const row = top + (corner >> 1);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    const at = (row * width + column) * 3;
    pixel[0]! += weight * data[at]!;
    pixel[1]! += weight * data[at + 1]!;
    pixel[2]! += weight * data[at + 2]!;
  }
}
