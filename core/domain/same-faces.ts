import { dot } from './dot-product.ts';
import { sameBoxes } from './same-boxes.ts';
import { meetInTheMiddle, type Box } from '../plugin-api/toolkit/boxes.ts';

/** The minimum cosine similarity of one face at about the same position in two pictures; for strangers it is near zero. */
const leastAtSamePlace = 0.15;

/** The minimum at other positions, as in a rotated picture. */
const leastElsewhere = 0.5;

/** The most pairs whose embeddings are compared: in a crowd there would be millions. */
const mostPairs = 20_000;

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
  known: readonly K[],
  found: readonly FoundBox[],
  embeddingOf: (face: K) => Float32Array | undefined,
): (K | undefined)[] {
  const embeddings = new Map(known.map((face) => [face, embeddingOf(face)]));
  const likeness = (face: K | undefined, one: FoundBox | undefined): number | undefined => {
    const before = face && embeddings.get(face);
    return before && one && dot(before, one.embedding);
  };
  const byPlace = sameBoxes(
    known,
    found.map(({ box }) => box),
  );
  const same = byPlace.map((face, index) => {
    const cosine = likeness(face, found[index]);
    return cosine === undefined || cosine >= leastAtSamePlace ? face : undefined;
  });
  const met = new Set(same);
  const lost = known.filter((face) => !met.has(face) && embeddings.get(face));
  const free = [...same.keys()].filter((index) => !same[index]);
  if (lost.length * free.length > mostPairs) return same;
  const pairs = lost
    .flatMap((face) => free.map((index) => ({ face, index, cosine: likeness(face, found[index]) ?? 0 })))
    .filter(({ face, index, cosine }) => {
      const box = found[index]?.box;
      return cosine >= (box && meetInTheMiddle(face, box) ? leastAtSamePlace : leastElsewhere);
    })
    .sort((a, b) => b.cosine - a.cosine);
  for (const { face, index } of pairs) {
    if (same[index] || met.has(face)) continue;
    same[index] = face;
    met.add(face);
  }
  return same;
}
