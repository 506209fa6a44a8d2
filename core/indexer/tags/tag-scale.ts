/**
 * [Note: When a tag fits a photo]
 *
 * A model gives the cosine of a photo and of the words for a tag, and nothing says which cosine is much: 0.25 is a match
 * in one model and nothing in another, and within a model some words are near to every photo and others to none. So no
 * cosine is compared with a fixed number. A tag's cosines are measured in the deviations of the photos that do not show it,
 * which are the bulk of a sample of the library:
 *
 *     z = (cosine − mean) / deviation
 *
 * Mean and deviation come from the lower part of the sample, as though it were that of a normal distribution: photos that
 * do show it lie above, and a fifth of the library may without moving either much. A thing that nearly every photo
 * shows becomes no tag. A tag fits when
 *
 * - it stands out so far that a photo which does not show it hardly ever does (`leastZ`), even when all tags at once seem
 *   to fit the photo, as is the way of some photos with every word;
 * - it says more about the photo than words that fit any photo do, which holds where the sample says little;
 * - it is not far behind the best tag of the photo.
 */
export interface TagScale {
  /** One unit vector a tag, one after the other; after the last one that of no tag in particular. */
  readonly vectors: Float32Array;
  /** The means of each tag's cosines. */
  readonly means: Float32Array;
  readonly deviations: Float32Array;
}

export interface FittingTag {
  /** The tag's number. */
  readonly tag: number;
  /** 0.5 to 1: how far it is above the photos that do not show it. */
  readonly score: number;
}

/** In a normal distribution, one of 740 photos that do not show a thing is so far above the mean by chance. */
const leastZ = 3;
/** A tag with a smaller share of the best tag's z is assumed to come with the best one, and does not count. */
const leastShare = 0.6;
const mostTags = 8;

/** Tags that are measured in one piece of work: 2 ms for 2,000 photos. */
const tagsAtOnce = 16;

/** The parts of the sample, from below, that mean and deviation are taken from, and where they lie in a normal distribution. */
const low = { part: 0.05, z: -1.6449 };
const high = { part: 0.2, z: -0.8416 };

/** The deviation of a tag is computed as if this many more photos had the usual deviation: few photos are not reliable. */
const priorPhotos = 200;

/** The cosines of a unit vector with all vectors of a scale, the neutral one at the end included. */
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
 * @param samples the cosines of some photos, as `cosinesWith` makes them
 * @param pause called between two pieces of work
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
  const usual = quantile(deviations.slice().sort(), 0.5);
  for (const [tag, deviation] of deviations.entries()) {
    const variance = (samples.length * deviation ** 2 + priorPhotos * usual ** 2) / (samples.length + priorPhotos);
    deviations[tag] = Math.sqrt(variance);
  }
  return { means, deviations };
}

/** The tags that fit a photo, the surest first. */
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
    if (z - shared >= leastZ && (cosines[tag] ?? 0) > neutral) fitting.push({ tag, z: z - shared });
  }
  fitting.sort((a, b) => b.z - a.z || a.tag - b.tag);
  const best = fitting[0]?.z ?? 0;
  return fitting
    .filter(({ z }) => z >= best * leastShare)
    .slice(0, mostTags)
    .map(({ tag, z }) => ({ tag, score: 1 / (1 + Math.exp(leastZ - z)) }));
}

/** @param sorted ascending */
function quantile(sorted: Float32Array, part: number): number {
  const at = (sorted.length - 1) * part;
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
