/*
 * [Note: when two photos are near duplicates] Measured on 654 photos (press portraits, everyday scenes, test files of
 * many cameras, rendered pictures) and versions derived of 413 of them, with hashes of 64 bits, whose distances are even:
 *
 *   - Versions that are scaled to a half or a quarter, recompressed (JPEG 40, WebP 60), darkened or converted to grey: 98 to
 *     100 % differ in at most 4 bits; brightened by 20 % or with more contrast: 90 to 98 % in at most 4, all but 2 % in at
 *     most 10.
 *   - Cropped by 4 % or rotated by a degree: about 90 % differ in at most 10 bits. Cropped by 10 %: a fifth.
 *   - Of 213,000 pairs of different photos none differs in at most 10 bits, 6 differ in 12, 24 in 14. The number falls to a
 *     quarter for every two bits, so that in a library of a million photos, with its 5 · 10¹¹ pairs, some hundred thousand
 *     would differ in at most 4 bits by chance alone, and some million in at most 10.
 *   - The colours of the placeholders of two versions have a correlation of 0.85 or more for all but 1 to 5 % of these
 *     versions; so do 2 to 3 % of different photos with similar hashes.
 *
 * So hashes are sufficient only at a small distance, and always together with the colours and the aspect ratio. At a larger
 * distance, there must be further evidence: versions that users made with an editor, and photos of one burst, have nearly
 * the same capture time. Copies from a messenger do not, but those are scaled and recompressed, so their distance is small.
 *
 * If an image model has analysed both photos, its cosine can replace the capture time, or reject the pair. These two limits
 * are conservative, and were not measured on a large model: pictures with a cosine above 0.95 in models like CLIP are hardly
 * distinguishable, and versions of one picture are not below 0.85.
 */

/** The maximum number of differing bits of near duplicates. */
export const farthestDistance = 10;

/** Up to this number of differing bits, neither capture time nor model has to agree. */
const closeDistance = 4;

/** Maximum seconds between captures of the same occasion. */
const sameOccasion = 24 * 3600;

/** Minimum correlation of the colours. */
const minLikeness = 0.85;

/** The maximum factor between the aspect ratios, since one side may have been cropped. */
const proportions = 1.15;

/** Below this cosine of image embeddings, a model rejects a pair. */
export const minSimilarity = 0.85;

/** From this cosine of image embeddings on, capture times need not agree. */
export const convincingSimilarity = 0.95;

/** Data about two photos that is known without a model. */
export interface Resemblance {
  /** Differing bits of the perceptual hashes. */
  readonly distance: number;
  /** The aspect ratio of each photo. */
  readonly aspects: readonly [number, number];
  /** Seconds between the captures. */
  readonly apart: number;
  /** The correlation of the colours, −1 to 1; called last, since it is the most expensive check. */
  readonly likeness: () => number;
}

/** `sure`: near duplicates unless a model objects; `possible`: only if a model agrees. */
export function judgeResemblance({ distance, aspects, apart, likeness }: Resemblance): 'sure' | 'possible' | 'no' {
  if (distance > farthestDistance) return 'no';
  const [a, b] = aspects;
  if (Math.max(a, b) > Math.min(a, b) * proportions) return 'no';
  if (likeness() < minLikeness) return 'no';
  return distance <= closeDistance || apart <= sameOccasion ? 'sure' : 'possible';
}
