/*
 * [Note: when two photos are near duplicates] Measured on 654 photos (press portraits, everyday scenes, test files of
 * many cameras, rendered pictures) and versions derived of 413 of them, with hashes of 64 bits, whose distances are even:
 *
 *   - Versions scaled to a half or a quarter, recompressed (JPEG 40, WebP 60), made darker or grey: 98 to 100 % lie within
 *     4 bits; made brighter by 20 % or with more contrast: 90 to 98 % within 4, all but 2 % within 10.
 *   - Cut by 4 % or turned by a degree: about 90 % within 10 bits. Cut by 10 %: a fifth.
 *   - Of 213,000 pairs of different photos none lies within 10 bits, 6 at 12, 24 at 14. The number falls to a
 *     quarter every two bits, so that in a library of a million photos, with its 5 · 10¹¹ pairs, some hundred thousand
 *     would lie within 4 bits by chance alone, and some million within 10.
 *   - The colours of the placeholders of two versions correlate by 0.85 and more in all but 1 to 5 % of those; of
 *     different photos whose hashes resemble each other, 2 to 3 % do.
 *
 * So hashes alone decide only close by, and always with the colours and the proportions. Farther away something else has
 * to speak for it: versions that people made with an editor, and photos of one burst, have nearly the same capture time.
 * Copies that came through a messenger have not, but those are scaled and recompressed.
 *
 * Where an image model has seen both photos, its cosine may take the place of the capture time, and may object. These two
 * limits are cautious ones, not measured on a large model: pictures that CLIP-like models place nearer than 0.95 to each
 * other hardly differ to the eye, and versions of one picture do not fall below 0.85.
 */

/** Bits within which two photos may be near duplicates at all. */
export const farthestDistance = 10;

/** Bits within which neither capture time nor model has to agree. */
const closeDistance = 4;

/** Seconds between captures that are of one occasion. */
const sameOccasion = 24 * 3600;

/** Least correlation of the colours. */
const leastLikeness = 0.85;

/** Width by height may differ by this factor: a frame that was cut at one side. */
const proportions = 1.15;

/** Cosine of image embeddings below which a model objects. */
export const leastSimilarity = 0.85;

/** Cosine of image embeddings that makes up for different capture times. */
export const convincingSimilarity = 0.95;

/** Facts of two photos that are known without a model. */
export interface Resemblance {
  /** Bits of the perceptual hashes. */
  readonly distance: number;
  /** Width by height of each. */
  readonly aspects: readonly [number, number];
  /** Seconds between the captures. */
  readonly apart: number;
  /** Correlation of the colours, −1 to 1; asked last, since it costs most. */
  readonly likeness: () => number;
}

/** `sure`: near duplicates unless a model objects; `possible`: only if a model agrees. */
export function judgeResemblance({ distance, aspects, apart, likeness }: Resemblance): 'sure' | 'possible' | 'no' {
  if (distance > farthestDistance) return 'no';
  const [a, b] = aspects;
  if (Math.max(a, b) > Math.min(a, b) * proportions) return 'no';
  if (likeness() < leastLikeness) return 'no';
  return distance <= closeDistance || apart <= sameOccasion ? 'sure' : 'possible';
}
