/**
 * [Note: When a tag fits a photo]
 *
 * A model gives the cosine between a photo and the words for a tag, but no absolute scale: 0.25 is a match in one model and
 * nothing in another, and within a model some words are similar to every photo and others to none. So cosines are not
 * compared with a fixed threshold. They are measured in standard deviations of the photos that do not show the tag, which
 * are the majority of a sample of the library:
 *
 *     z = (cosine − mean) / deviation
 *
 * Mean and deviation are estimated from the lower part of the sample, assuming a normal distribution: photos that show the
 * tag are above it, and even a fifth of the library hardly changes the estimates. If nearly every photo shows a tag, the tag
 * is never assigned. A tag fits if
 *
 * - its z is so high that photos that do not show it hardly ever reach it (`minZ`), even for photos that are similar to
 *   all words;
 * - it is more similar to the photo than words that fit any photo, which matters if the sample is not conclusive;
 * - its z is not much lower than that of the photo's best tag.
 */
export interface TagScale {
  /** One unit vector per tag, one after the other; the last one is that of the neutral texts. */
  readonly vectors: Float32Array;
  /** The means of each tag's cosines. */
  readonly means: Float32Array;
  readonly deviations: Float32Array;
}

export interface FittingTag {
  /** The tag's number. */
  readonly tag: number;
  /** 0.5 to 1: how clearly it differs from photos that do not show it. */
  readonly score: number;
}

/** In a normal distribution, one of 740 photos that do not show the tag exceeds this by chance. */
const minZ = 3;
/** A tag with a smaller share of the best tag's z is assumed to be a side effect of the best one, and is dropped. */
const minShare = 0.6;
const maxTags = 8;

/** Tags per step: 2 ms for 2,000 photos. */
const tagsAtOnce = 16;

/** The quantiles of the sample from which mean and deviation are computed, and their positions in a normal distribution. */
const low = { part: 0.05, z: -1.6449 };
const high = { part: 0.2, z: -0.8416 };

/**
 * A tag's deviation is computed as if this many more photos had the usual deviation, since a few photos are not reliable.
 */
const priorPhotos = 200;

/** The cosines of a unit vector with all vectors of a scale, including the neutral one at the end. */
export function cosinesWith(image: Float32Array, vectors: Float32Array): Float32Array {
  const dimensions = image.length;
  const cosines = new Float32Array(vectors.length / dimensions);
  for (let row = 0, at = 0; row < cosines.length; row += 1) {
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1, at += 1) sum += (image[i] ?? 0) * (vectors[at] ?? 0);
    cosines[row] = sum;
  }
  return cosines;
}

/**
 * @param samples the cosines of some photos, from `cosinesWith`
 * @param pause called between two steps
 */
export async function calibrate(
  samples: readonly Float32Array[],
  pause: () => Promise<void>,
): Promise<Pick<TagScale, 'means' | 'deviations'>> {
  const tags = Math.max(0, (samples[0]?.length ?? 0) - 1);
  const means = new Float32Array(tags);
  const deviations = new Float32Array(tags);
  for (let tag = 0; tag < tags; tag += 1) {
    const sorted = Float32Array.from(samples, (cosines) => cosines[tag] ?? 0).sort();
    const [below, above] = [quantile(sorted, low.part), quantile(sorted, high.part)];
    deviations[tag] = (above - below) / (high.z - low.z);
    means[tag] = above - high.z * (deviations[tag] ?? 0);
    if (tag % tagsAtOnce === 0) await pause();
  }
  const median = quantile(deviations.slice().sort(), 0.5);
  for (const [tag, deviation] of deviations.entries()) {
    const variance = (samples.length * deviation ** 2 + priorPhotos * median ** 2) / (samples.length + priorPhotos);
    deviations[tag] = Math.sqrt(variance);
  }
  return { means, deviations };
}

/** The tags that fit a photo, best first. */
export function fittingTags(image: Float32Array, { vectors, means, deviations }: TagScale): FittingTag[] {
  const cosines = cosinesWith(image, vectors);
  const neutral = cosines[means.length] ?? 0;
  const zs = means.map((mean, tag) => {
    const deviation = deviations[tag] ?? 0;
    return deviation > 0 ? ((cosines[tag] ?? 0) - mean) / deviation : 0;
  });
  const shared = Math.max(0, quantile(zs.slice().sort(), 0.5));
  const fitting: { tag: number; z: number }[] = [];
  for (const [tag, z] of zs.entries()) {
    if (z - shared >= minZ && (cosines[tag] ?? 0) > neutral) fitting.push({ tag, z: z - shared });
  }
  fitting.sort((a, b) => b.z - a.z || a.tag - b.tag);
  const best = fitting[0]?.z ?? 0;
  return fitting
    .filter(({ z }) => z >= best * minShare)
    .slice(0, maxTags)
    .map(({ tag, z }) => ({ tag, score: 1 / (1 + Math.exp(minZ - z)) }));
}

/** @param sorted ascending */
function quantile(sorted: Float32Array, part: number): number {
  const at = (sorted.length - 1) * part;
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
