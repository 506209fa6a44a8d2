import type { RgbImage } from 'photofinch/plugin-api';

/** Side of an aligned face in pixels. */
export const alignedSize = 112;

/**
 * The positions of the eyes, the nose and the corners of the mouth in an aligned face: the template of ArcFace (Deng et al.,
 * 2019) for 112 × 112 pixels, on which practically all published face embedders were trained.
 */
const template: readonly (readonly [number, number])[] = [
  [38.2946, 51.6963],
  [73.5318, 51.5014],
  [56.0252, 71.7366],
  [41.5493, 92.3655],
  [70.7299, 92.2041],
];

/** Rotation, scale and translation: (x, y) → (a·x − b·y + tx, b·x + a·y + ty). */
interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

/**
 * The least-squares similarity transform from `from` to `to` (Umeyama, 1991; in the plane and without reflection, it has a
 * closed form).
 */
function similarityBetween(
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
 * Crops a face, upright and in the size that embedders need. Areas outside the picture are black.
 *
 * A face that is much larger than the result is averaged over as many pixels as it shrinks by, since picking single pixels
 * would keep noise.
 * @param points eyes, nose and corners of the mouth in pixels of `image`
 * @returns `alignedSize` × `alignedSize`
 */
export function alignFace(image: RgbImage, points: readonly (readonly [number, number])[]): RgbImage {
  const { a, b, tx, ty } = similarityBetween(template, points);
  const { width, height, data } = image;
  // Samples along each side of a pixel of the result.
  const samples = Math.min(4, Math.max(1, Math.round(Math.hypot(a, b))));
  const step = 1 / samples;
  const share = step * step;
  const face = new Uint8Array(alignedSize * alignedSize * 3);
  const edge = new Float64Array(3);
  // Inlined, since the inner loop runs a hundred thousand times for a large face.
  for (let row = 0, at = 0; row < alignedSize; row += 1) {
    for (let column = 0; column < alignedSize; column += 1, at += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let down = 0; down < samples; down += 1) {
        const v = row + (down + 0.5) * step - 0.5;
        for (let across = 0; across < samples; across += 1) {
          const u = column + (across + 0.5) * step - 0.5;
          const x = a * u - b * v + tx;
          const y = b * u + a * v + ty;
          const left = Math.floor(x);
          const top = Math.floor(y);
          if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
            readAtEdge(image, x, y, edge);
            red += edge[0]!;
            green += edge[1]!;
            blue += edge[2]!;
            continue;
          }
          const upper = (top * width + left) * 3;
          const lower = upper + width * 3;
          const w11 = (x - left) * (y - top);
          const w10 = x - left - w11;
          const w01 = y - top - w11;
          const w00 = 1 - w10 - w01 - w11;
          red += w00 * data[upper]! + w10 * data[upper + 3]! + w01 * data[lower]! + w11 * data[lower + 3]!;
          green += w00 * data[upper + 1]! + w10 * data[upper + 4]! + w01 * data[lower + 1]! + w11 * data[lower + 4]!;
          blue += w00 * data[upper + 2]! + w10 * data[upper + 5]! + w01 * data[lower + 2]! + w11 * data[lower + 5]!;
        }
      }
      face[at] = Math.round(red * share);
      face[at + 1] = Math.round(green * share);
      face[at + 2] = Math.round(blue * share);
    }
  }
  return { width: alignedSize, height: alignedSize, data: face };
}

/** Interpolates between four pixels, of which those outside the picture are black. */
function readAtEdge({ width, height, data }: RgbImage, x: number, y: number, colour: Float64Array): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  colour.fill(0);
  for (let corner = 0; corner < 4; corner += 1) {
    const column = left + (corner & 1);
    const row = top + (corner >> 1);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
    const at = (row * width + column) * 3;
    for (let channel = 0; channel < 3; channel += 1) colour[channel]! += weight * data[at + channel]!;
  }
}
