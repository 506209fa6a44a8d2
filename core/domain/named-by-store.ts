import { meetInTheMiddle, type Box } from '../plugin-api/toolkit/boxes.ts';
import { nameKey } from './names.ts';
import type { FaceRow } from './photo.ts';

/** A face that is not the person with this name, by decision. */
export interface NotPerson {
  readonly faceId: number;
  readonly name: string;
}

interface NamedBox {
  readonly name: string;
  readonly box: Box | null;
}

/**
 * Detectors find faces tightly; other programs draw boxes around whole heads. A larger box is around other people too.
 */
const largest = 12;

/**
 * The faces of one photo with the names that the photo store gives by their boxes. A box names the face nearest to its
 * middle that no nearer box names. A face of a person with a name keeps that name.
 * @param notPersons decisions that a face is not a person
 */
export function namedByStore(
  faces: readonly FaceRow[],
  people: readonly NamedBox[],
  notPersons: readonly NotPerson[] = [],
): FaceRow[] {
  const isNotPerson = new Set(notPersons.map(({ faceId, name }) => `${faceId} ${nameKey(name)}`));
  const names = new Map<FaceRow, string>();
  const given = new Set<NamedBox>();
  for (const { face, person } of pairsOf(faces, people)) {
    if (names.has(face) || given.has(person) || isNotPerson.has(`${face.id} ${nameKey(person.name)}`)) continue;
    given.add(person);
    names.set(face, person.name);
  }
  return faces.map((face) => ({ ...face, sourceName: face.personName === null ? (names.get(face) ?? null) : null }));
}

interface Pair {
  readonly face: FaceRow;
  readonly person: NamedBox;
  readonly distance: number;
}

/** Boxes and the faces that they may be around, the nearest first. */
function pairsOf(faces: readonly FaceRow[], people: readonly NamedBox[]): Pair[] {
  return people
    .flatMap((person) => {
      const { box } = person;
      if (!box) return [];
      return faces
        .filter(({ box: face }) => meetInTheMiddle(box, face) && box.w * box.h <= largest * face.w * face.h)
        .map((face) => ({ face, person, distance: distance(face.box, box) }));
    })
    .sort((a, b) => a.distance - b.distance);
}

const distance = (a: Box, b: Box): number => Math.hypot(a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2);
