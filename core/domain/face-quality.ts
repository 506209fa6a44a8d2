/** Properties of a detected face. */
export interface FaceLook {
  /** The shorter side of its box in px of the original. */
  readonly side: number;
  /** The result of `sharpnessOf`. */
  readonly sharpness: number;
  /** Eyes, nose, corners of the mouth, left to right in the picture; in px of any scale that is the same for x and y. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
}

/** Side in px of the grey face whose sharpness is measured: about the input size of face models. */
export const sharpnessSide = 96;

/*
 * Measured on 90 press photos of as many people with EdgeFace-XS, as the median cosine between the embedding of the
 * original face (93 px wide) and of a degraded version: 0.99 at 56 px, 0.98 at 40, 0.93 at 28, 0.80 at 20, 0.62 at 14; 0.99
 * at a sharpness of 0.042 (blurred by 1 px), 0.95 at 0.013, 0.83 at 0.0063, 0.69 at 0.0045, 0.46 at 0.0037. Of the original
 * faces, one in twenty has a sharpness below 0.034, is turned by more than 0.24 or has a score below 0.92.
 */
const sizeRamp = [14, 56] as const;
const sharpnessRamp = [0.003, 0.03] as const;
const scoreRamp = [0.5, 0.85] as const;
const turnRamp = [0.5, 0.2] as const;

/**
 * How well a face distinguishes one person from another, 0 to 1: the product of factors for its size, its sharpness, its
 * pose and the detector's confidence. A single factor of 0 makes the face worthless.
 */
export function faceQuality({ side, sharpness, points, score }: FaceLook): number {
  const size = ramp(Math.log(Math.max(side, 1)), Math.log(sizeRamp[0]), Math.log(sizeRamp[1]));
  const sharp = ramp(Math.log(Math.max(sharpness, 1e-9)), Math.log(sharpnessRamp[0]), Math.log(sharpnessRamp[1]));
  return size * sharp * ramp(turnOf(points), ...turnRamp) * ramp(score, ...scoreRamp);
}

/** 0 at or before `from`, 1 at or after `to`, linear in between. */
function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/**
 * How far a head is turned sideways: 0 from the front, above 0.5 in profile. It is the distance of the tip of the nose from
 * the line between the middle of the eyes and the middle of the mouth, relative to the larger of the distances between the
 * eyes and from eyes to mouth. A tilted head is not turned.
 */
export function turnOf(points: FaceLook['points']): number {
  const [eye1, eye2, nose, mouth1, mouth2] = points;
  if (!eye1 || !eye2 || !nose || !mouth1 || !mouth2) return 0;
  const eyes = [(eye1[0] + eye2[0]) / 2, (eye1[1] + eye2[1]) / 2] as const;
  const down = [(mouth1[0] + mouth2[0]) / 2 - eyes[0], (mouth1[1] + mouth2[1]) / 2 - eyes[1]] as const;
  const length = Math.hypot(...down);
  const between = Math.hypot(eye2[0] - eye1[0], eye2[1] - eye1[1]);
  if (length === 0) return 1;
  const deviation = Math.abs((nose[0] - eyes[0]) * down[1] - (nose[1] - eyes[1]) * down[0]) / length;
  return deviation / Math.max(length, between);
}

/**
 * The variance of the Laplacian (J. Pech-Pacheco and others, Diatom autofocusing in brightfield microscopy, 2000) relative
 * to the picture's own variance, so that dull light does not count as blur.
 * @param grey `side × side` levels of 0 to 255
 */
export function sharpnessOf(grey: Uint8Array, side: number): number {
  let [sum, squares, laplacians, laplacianSquares] = [0, 0, 0, 0];
  for (let y = 1; y < side - 1; y += 1) {
    for (let x = 1; x < side - 1; x += 1) {
      const at = y * side + x;
      const centre = grey[at] ?? 0;
      const around = (grey[at - 1] ?? 0) + (grey[at + 1] ?? 0) + (grey[at - side] ?? 0) + (grey[at + side] ?? 0);
      const laplacian = around - 4 * centre;
      sum += centre;
      squares += centre * centre;
      laplacians += laplacian;
      laplacianSquares += laplacian * laplacian;
    }
  }
  const count = (side - 2) ** 2;
  const variance = squares / count - (sum / count) ** 2;
  return variance < 1 ? 0 : (laplacianSquares / count - (laplacians / count) ** 2) / variance;
}
