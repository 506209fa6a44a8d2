/** The cosine similarities by which a model distinguishes people; see `FaceThresholds` of the plugin API. */
export interface LikenessThresholds {
  readonly edge: number;
  readonly link: number;
}

/** For a model without thresholds: stricter than needed by any model in use, since a wrong person is worse than none. */
export const strictThresholds: LikenessThresholds = { edge: 0.5, link: 0.42 };

/** @param model of the faces' embeddings; null if there is none */
export const thresholdsOf = (model: { readonly thresholds: LikenessThresholds | null } | null): LikenessThresholds =>
  model?.thresholds ?? strictThresholds;

/** The certainty that two groups of faces, or a face and a group, are the same person. */
export type Likeness = 'likely' | 'maybe';

/** The faces of a person, or a single face. */
export interface SummedFaces {
  /** The sum of their embeddings, each of length 1. */
  readonly sum: ArrayLike<number>;
  readonly faces: number;
}

/** The mean cosine similarity of all pairs of a face of `a` and a face of `b`. */
export function meanSimilarity(a: SummedFaces, b: SummedFaces): number {
  let product = 0;
  for (let at = 0; at < a.sum.length; at += 1) product += (a.sum[at] ?? 0) * (b.sum[at] ?? 0);
  return product / (a.faces * b.faces);
}

/**
 * How likely two people are the same person, by the thresholds of the model. `likely`: the clusterer would join the two.
 * Below the link threshold there is no suggestion.
 * @param similarity the cosine similarity of the means of their faces
 * @param mean the result of `meanSimilarity`
 */
export function likenessOf(similarity: number, mean: number, { edge, link }: LikenessThresholds): Likeness | null {
  if (similarity >= edge && mean >= link) return 'likely';
  return similarity >= link ? 'maybe' : null;
}

/**
 * The same for a single face and a person.
 * @param similarity the cosine similarity of the face and the mean of the person's faces
 * @param embedding of the face, of length 1
 */
export function faceLikeness(
  similarity: number,
  embedding: Float32Array,
  person: SummedFaces,
  thresholds: LikenessThresholds,
): Likeness | null {
  return likenessOf(similarity, meanSimilarity({ sum: embedding, faces: 1 }, person), thresholds);
}
