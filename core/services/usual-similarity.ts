import { dot } from '../domain/dot-product.ts';
import type { ImageEmbeddings, ImageSample } from '../store/models/image-embeddings.ts';

/** The number of photos to compare with each other: 4,950 pairs, in a few milliseconds. */
const sampleSize = 100;

/** Standard deviations above the median: one in forty unrelated pairs is as similar by chance. */
const standsOut = 2;

/** The threshold is at most this quantile of the pairs, so that the most similar twentieth always exceeds it. */
const usualShare = 0.95;

/** The quantile of a normal distribution at one standard deviation below its median. */
const oneBelow = 0.1587;

/** Seconds after which the library is sampled again, because it grows and its vectors change. */
const longestUse = 600;

/**
 * The similarity above which two photos of the library are more similar than usual.
 *
 * Cosines of pictures have no absolute meaning: one model gives 0.5 to any two photos and 0.9 to two of the same beach,
 * another 0 and 0.6. Two photos therefore count as similar if they are outliers among the pairs of a sample of this library.
 * The standard deviation of those pairs is estimated from the lower half, since the upper half contains the really similar
 * pairs, few or many. If many photos are similar, the limit of a request keeps the best; this threshold ends the list where
 * nothing similar is left.
 */
export class UsualSimilarity {
  readonly #sample: Pick<ImageSample, 'ids'>;
  readonly #embeddings: Pick<ImageEmbeddings, 'of'>;
  readonly #clock: () => number;
  #known: { readonly model: string; readonly score: number; readonly until: number } | undefined;

  /** @param parts.clock epoch seconds */
  constructor(parts: {
    sample: Pick<ImageSample, 'ids'>;
    embeddings: Pick<ImageEmbeddings, 'of'>;
    clock: () => number;
  }) {
    this.#sample = parts.sample;
    this.#embeddings = parts.embeddings;
    this.#clock = parts.clock;
  }

  /** The minimum cosine of similar photos. */
  of(model: string): number {
    if (this.#known?.model === model && this.#clock() < this.#known.until) return this.#known.score;
    const ids = this.#sample.ids(model, sampleSize);
    const vectors = ids.flatMap((id) => this.#embeddings.of(id, model) ?? []);
    const score = leastOutstanding(cosinesOfPairs(vectors));
    // While a new library is being filled, the sample improves with every few photos.
    const lifetime = ids.length < sampleSize ? longestUse / 60 : longestUse;
    this.#known = { model, score, until: this.#clock() + lifetime };
    return score;
  }
}

/** Returns −1 without pairs: no cosine is lower. */
function leastOutstanding(cosines: readonly number[]): number {
  const sorted = Float64Array.from(cosines).sort();
  const median = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor(sorted.length * oneBelow)];
  const high = sorted[Math.floor(sorted.length * usualShare)];
  if (median === undefined || low === undefined || high === undefined) return -1;
  return Math.min(median + standsOut * (median - low), high);
}

function cosinesOfPairs(vectors: readonly Float32Array[]): number[] {
  return vectors.flatMap((a, at) => vectors.slice(at + 1).map((b) => dot(a, b)));
}
