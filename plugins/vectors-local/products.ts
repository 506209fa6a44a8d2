import { createTensor, type InferenceSession, openSession, type Tensor } from 'photofinch/plugin-api/toolkit';
import { floatProductGraph, quantisedProductGraph } from './onnx-graphs.ts';
import { group, paddedTo, roundVector, type RoundedVectors } from './rounding.ts';

function load(graph: Buffer, threads: number): Promise<InferenceSession> {
  return openSession(graph, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // An arena would keep the memory of the largest batch.
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

/** Products of queries with float32 vectors, limited by memory bandwidth. */
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

/** Products of queries with vectors rounded to 8 bits. */
export class QuantisedProduct {
  readonly #session: InferenceSession;
  readonly #dimensions: number;
  readonly #padded: number;
  /** The maximum distance of a vector from its rounded version. */
  readonly #rounding: number;

  private constructor(session: InferenceSession, dimensions: number, rounding: number) {
    this.#session = session;
    this.#dimensions = dimensions;
    this.#padded = paddedTo(dimensions);
    this.#rounding = rounding;
  }

  static async load(rounded: RoundedVectors, threads: number): Promise<QuantisedProduct> {
    const { rows, dimensions } = rounded.shape;
    const shape = { rows, dimensions: paddedTo(dimensions), group };
    const graph = quantisedProductGraph(shape, rounded.weights, rounded.scales);
    return new QuantisedProduct(await load(graph, threads), dimensions, rounded.error);
  }

  /** @returns `[count, rows]` */
  scores(queries: Float32Array, count: number): Promise<Float32Array> {
    return scoresOf(this.#session, { queries: matrix(this.#pad(queries, count), count, this.#padded) });
  }

  /**
   * The maximum distance of a score from the exact one, by the Cauchy–Schwarz inequality: `q·x − q̂·x̂ = q·(x − x̂) + (q −
   * q̂)·x̂`, where q and x have length 1. A tenth is added, since other processors may round queries differently.
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
