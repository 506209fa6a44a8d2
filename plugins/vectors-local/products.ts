import { createTensor, type InferenceSession, openSession, type Tensor } from 'photofinch/plugin-api/toolkit';
import { floatProductGraph, quantisedProductGraph } from './onnx-graphs.ts';

function load(graph: Buffer, threads: number): Promise<InferenceSession> {
  return openSession(graph, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // An arena keeps what the largest batch ever needed.
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
}

async function scoresOf(session: InferenceSession, feeds: Record<string, Tensor>): Promise<Float32Array> {
  const { scores } = await session.run(feeds);
  return scores?.data as Float32Array;
}

const matrix = (values: Float32Array, rows: number, columns: number): Tensor =>
  createTensor('float32', values.subarray(0, rows * columns), [rows, columns]);

/** Products of queries with float32 vectors, at the speed of reading them. */
export class FloatProduct {
  readonly #session: InferenceSession;
  readonly #dimensions: number;

  private constructor(session: InferenceSession, dimensions: number) {
    this.#session = session;
    this.#dimensions = dimensions;
  }

  static async load(dimensions: number, threads: number): Promise<FloatProduct> {
    return new FloatProduct(await load(floatProductGraph(dimensions), threads), dimensions);
  }

  /** @returns `[count, rows]` */
  scores(queries: Float32Array, count: number, vectors: Float32Array, rows: number): Promise<Float32Array> {
    return scoresOf(this.#session, {
      queries: matrix(queries, count, this.#dimensions),
      vectors: matrix(vectors, rows, this.#dimensions),
    });
  }
}

/** So many values share a scale: the fastest of 32, 64 and 128. */
const group = 64;

/** Products of queries with vectors rounded to 8 bits. */
export class QuantisedProduct {
  readonly #session: InferenceSession;
  readonly #dimensions: number;
  readonly #padded: number;
  /** No vector is farther than this from what it was rounded to. */
  readonly #rounding: number;

  private constructor(session: InferenceSession, dimensions: number, rounding: number) {
    this.#session = session;
    this.#dimensions = dimensions;
    this.#padded = paddedTo(dimensions);
    this.#rounding = rounding;
  }

  static async load(
    vectors: Float32Array,
    { rows, dimensions }: { rows: number; dimensions: number },
    threads: number,
  ): Promise<QuantisedProduct> {
    const padded = paddedTo(dimensions);
    const weights = new Uint8Array(rows * padded).fill(128);
    const scales = new Float32Array((rows * padded) / group);
    let rounding = 0;
    for (let row = 0; row < rows; row += 1) {
      const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
      const written = weights.subarray(row * padded, (row + 1) * padded);
      rounding = Math.max(rounding, roundVector(vector, written, scales, (row * padded) / group));
    }
    const graph = quantisedProductGraph({ rows, dimensions: padded, group }, weights, scales);
    return new QuantisedProduct(await load(graph, threads), dimensions, rounding);
  }

  /** @returns `[count, rows]` */
  scores(queries: Float32Array, count: number): Promise<Float32Array> {
    return scoresOf(this.#session, { queries: matrix(this.#pad(queries, count), count, this.#padded) });
  }

  /**
   * How far a score can be from the exact one, by the Cauchy–Schwarz inequality: `q·x − q̂·x̂ = q·(x − x̂) + (q − q̂)·x̂`,
   * where q and x have length 1. A tenth more, because other processors may round queries in another way.
   */
  bound(query: Float32Array): number {
    const queryRounding = roundVector(query, new Uint8Array(this.#padded), new Float32Array(this.#padded / group), 0);
    return 1.1 * (this.#rounding + queryRounding * (1 + this.#rounding));
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  #pad(queries: Float32Array, count: number): Float32Array {
    if (this.#padded === this.#dimensions) return queries;
    const padded = new Float32Array(count * this.#padded);
    for (let query = 0; query < count; query += 1) {
      const values = queries.subarray(query * this.#dimensions, (query + 1) * this.#dimensions);
      padded.set(values, query * this.#padded);
    }
    return padded;
  }
}

const paddedTo = (dimensions: number): number => Math.ceil(dimensions / group) * group;

/**
 * Rounds a vector to 8 bits.
 * @returns the distance of what was written from the vector
 */
function roundVector(vector: Float32Array, weights: Uint8Array, scales: Float32Array, firstScale: number): number {
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
      // Rounds to the nearest: what is cut off is positive.
      const weight = (value * factor + 128.5) | 0;
      weights[at] = weight;
      const rest = value - (weight - 128) * scale;
      squares += rest * rest;
    }
  }
  return Math.sqrt(squares);
}
