import { sameBoxes } from '../domain/same-boxes.ts';
import { meetInTheMiddle, overlapOf, type Box } from '../plugin-api/toolkit/boxes.ts';
import type { DetectedFace } from '../plugin-api/ml-provider.ts';
import type { KnownFace } from '../store/people/found-faces.ts';

/**
 * Two boxes around one place are of two faces if they share less than this: a child's face is much smaller than the face
 * behind it.
 */
const minShared = 0.1;

/** The faces of a photo after models have looked at it again: those that they found, and known ones. */
export interface FacesAgain<F extends DetectedFace> {
  /** Detected faces. */
  readonly found: readonly F[];
  /** Those among `found` at whose position there is no known face. */
  readonly free: readonly F[];
  /** Known faces that were not detected, and stay. */
  readonly missed: readonly DetectedFace[];
  /** Known faces that were detected less clearly than before, and stay as they were. */
  readonly clearer: readonly DetectedFace[];
}

/**
 * Faces that other models find in a photo, beside the known ones: those with decisions stay.
 * @param keepsAll whether known faces without decisions stay as well, since they were found in a better picture
 */
export function seenByOthers<F extends DetectedFace>(
  known: readonly KnownFace[],
  found: readonly F[],
  keepsAll: boolean,
): FacesAgain<F> {
  const matches = matchesOf(known, found);
  const missed = known.filter((face) => (keepsAll || face.decided) && !matches.includes(face));
  return { found, free: found.filter((_, index) => !matches[index]), missed: missed.map(asDetected), clearer: [] };
}

/**
 * Faces that models find in a photo after users have rotated it, beside the known ones. Known faces stay, since models miss
 * faces that lie on their side, or detect them less clearly: with a worse box, and an embedding that misleads.
 */
export function seenAfterTurn<F extends DetectedFace>(known: readonly KnownFace[], found: readonly F[]): FacesAgain<F> {
  const matches = matchesOf(known, found);
  const clearer = known.filter((face) => found.some(({ score }, i) => matches[i] === face && face.score >= score));
  const unmatched = known.filter((face) => !matches.includes(face));
  // Of two boxes around the same place, which overlap too little to match, one stays.
  const hides = (face: KnownFace, { box, score }: F): boolean =>
    areOfOneFace(face, box) && (face.decided === 1 || face.score >= score);
  const free = found.filter((face, i) => !matches[i] && !unmatched.some((other) => hides(other, face)));
  const missed = unmatched.filter((face) => face.decided || !free.some(({ box }) => areOfOneFace(face, box)));
  return {
    found: found.filter((face, i) => (matches[i] ? !clearer.includes(matches[i]) : free.includes(face))),
    free,
    missed: missed.map(asDetected),
    clearer: clearer.map(asDetected),
  };
}

const areOfOneFace = (a: Box, b: Box): boolean => meetInTheMiddle(a, b) && overlapOf(a, b) >= minShared;

const matchesOf = (known: readonly KnownFace[], found: readonly DetectedFace[]): (KnownFace | undefined)[] =>
  sameBoxes(
    known,
    found.map(({ box }) => box),
  );

const asDetected = ({ x, y, w, h, points, score }: KnownFace): DetectedFace => ({
  box: { x, y, w, h },
  points: JSON.parse(points) as DetectedFace['points'],
  score,
});
