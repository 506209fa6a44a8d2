/** How many values share a scale: the fastest of 32, 64 and 128. */
export const group = 64;

export interface Shape {
  readonly rows: number;
  readonly dimensions: number;
}

/** The length of a rounded vector: a multiple of the group size. */
export const paddedTo = (dimensions: number): number => Math.ceil(dimensions / group) * group;

/** Vectors rounded to 8 bits, in one buffer with the layout of their file. */
export class RoundedVectors {
  /** The bytes of rounded vectors: one per value, and a float32 per group. */
  static size({ rows, dimensions }: Shape): number {
    return rows * paddedTo(dimensions) * (1 + 4 / group);
  }

  readonly shape: Shape;
  /** The maximum distance of a vector from its rounded version. */
  readonly error: number;
  readonly bytes: Uint8Array<ArrayBuffer>;

  /** @param bytes of length `size` */
  constructor(shape: Shape, error: number, bytes: Uint8Array<ArrayBuffer>) {
    this.shape = shape;
    this.error = error;
    this.bytes = bytes;
  }

  static of(vectors: Float32Array, shape: Shape): RoundedVectors {
    const { rows, dimensions } = shape;
    const padded = paddedTo(dimensions);
    const bytes = new Uint8Array(RoundedVectors.size(shape));
    const { weights, scales } = new RoundedVectors(shape, 0, bytes);
    weights.fill(128);
    let error = 0;
    for (let row = 0; row < rows; row += 1) {
      const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
      const rowWeights = weights.subarray(row * padded, (row + 1) * padded);
      error = Math.max(error, roundVector(vector, rowWeights, scales, (row * padded) / group));
    }
    return new RoundedVectors(shape, error, bytes);
  }

  /** `[rows, padded]`, 128 is zero. */
  get weights(): Uint8Array {
    return this.bytes.subarray(0, this.#values);
  }

  /** `[rows, padded / group]` */
  get scales(): Float32Array {
    return new Float32Array(this.bytes.buffer, this.bytes.byteOffset + this.#values, this.#values / group);
  }

  get #values(): number {
    return this.shape.rows * paddedTo(this.shape.dimensions);
  }
}

/**
 * Rounds a vector to 8 bits.
 * @returns the distance between the vector and its rounded version
 */
export function roundVector(
  vector: Float32Array,
  weights: Uint8Array,
  scales: Float32Array,
  firstScale: number,
): number {
  let squares = 0;
  for (let begin = 0; begin < vector.length; begin += group) {
    const end = Math.min(begin + group, vector.length);
    let largest = 0;
    for (let at = begin; at < end; at += 1) {
      const size = vector[at]! < 0 ? -vector[at]! : vector[at]!;
      if (size > largest) largest = size;
    }
    const scale = Math.fround(largest / 127);
    scales[firstScale + begin / group] = scale;
    if (scale === 0) continue;
    const factor = 1 / scale;
    for (let at = begin; at < end; at += 1) {
      const value = vector[at]!;
      // Rounds to the nearest integer: the value is positive, so truncation works.
      const weight = (value * factor + 128.5) | 0;
      weights[at] = weight;
      const difference = value - (weight - 128) * scale;
      squares += difference * difference;
    }
  }
  return Math.sqrt(squares);
}
