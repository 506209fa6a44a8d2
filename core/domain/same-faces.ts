import { dot } from './dot-product.ts';
import { sameBoxes } from './same-boxes.ts';
import { meetInTheMiddle, type Box } from '../plugin-api/toolkit/boxes.ts';

/** The minimum cosine similarity of one face at about the same position in two pictures; for strangers it is near zero. */
const minAtSamePlace = 0.15;

/** The minimum at other positions, as in a rotated picture. */
const minElsewhere = 0.5;

/** The most pairs whose embeddings are compared: in a crowd there would be millions. */
const maxPairs = 20_000;

/** A face that was detected in a picture. Embeddings have length 1. */
interface FoundBox {
  readonly box: Box;
  readonly embedding: Float32Array;
}

/**
 * For each face in one picture of a photo, the same face in another picture of it; undefined if there is none. Faces at the
 * same position are the same unless their embeddings differ, and faces with similar embeddings are the same at any
 * position: pictures of one photo may be rotated, cropped, or of another photo by mistake.
 * @param embeddingOf the embedding of a known face by the same model; undefined if there is none
 */
export function sameFaces<K extends Box>(
  knownFaces: readonly K[],
  found: readonly FoundBox[],
  embeddingOf: (face: K) => Float32Array | undefined,
): (K | undefined)[] {
  const embeddings = new Map(knownFaces.map((face) => [face, embeddingOf(face)]));
  const likeness = (face: K | undefined, box: FoundBox | undefined): number | undefined => {
    const before = face && embeddings.get(face);
    return before && box && dot(before, box.embedding);
  };
  const byPlace = sameBoxes(
    knownFaces,
    found.map(({ box }) => box),
  );
  const matches = byPlace.map((face, index) => {
    const cosine = likeness(face, found[index]);
    return cosine === undefined || cosine >= minAtSamePlace ? face : undefined;
  });
  const matched = new Set(matches);
  const unmatched = knownFaces.filter((face) => !matched.has(face) && embeddings.get(face));
  const free = [...matches.keys()].filter((index) => !matches[index]);
  if (unmatched.length * free.length > maxPairs) return matches;
  const pairs = unmatched
    .flatMap((face) => free.map((index) => ({ face, index, cosine: likeness(face, found[index]) ?? 0 })))
    .filter(({ face, index, cosine }) => {
      const box = found[index]?.box;
      return cosine >= (box && meetInTheMiddle(face, box) ? minAtSamePlace : minElsewhere);
    })
    .sort((a, b) => b.cosine - a.cosine);
  for (const { face, index } of pairs) {
    if (matches[index] || matched.has(face)) continue;
    matches[index] = face;
    matched.add(face);
  }
  return matches;
}
