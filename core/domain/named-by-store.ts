import { meetInTheMiddle, type Box } from '../plugin-api/toolkit/boxes.ts';
import { nameKey } from './names.ts';
import type { FaceRow } from './photo.ts';

/** A decision that a face does not belong to the person with this name. */
export interface NotPerson {
  readonly faceId: number;
  readonly name: string;
}

interface NamedBox {
  readonly name: string;
  readonly box: Box | null;
}

/**
 * The maximum area of a box relative to a face. Detectors find faces tightly, while other programs draw boxes around whole
 * heads; an even larger box also contains other people.
 */
const largest = 12;

/**
 * The faces of one photo that get names from the photo store, whose names have boxes. A box names the face nearest to its
 * centre, unless a nearer box names that face. A face of a named person keeps that name.
 * @param notPersons decisions that a face does not belong to a person
 */
export function namedByStore(
  faces: readonly FaceRow[],
  people: readonly NamedBox[],
  notPersons: readonly NotPerson[] = [],
): FaceRow[] {
  const isNotPerson = new Set(notPersons.map(({ faceId, name }) => `${faceId} ${nameKey(name)}`));
  const names = new Map<FaceRow, string>();
  const assigned = new Set<NamedBox>();
  for (const { face, person } of pairsOf(faces, people)) {
    if (names.has(face) || assigned.has(person) || isNotPerson.has(`${face.id} ${nameKey(person.name)}`)) continue;
    assigned.add(person);
    names.set(face, person.name);
  }
  return faces.map((face) => ({ ...face, sourceName: face.personName === null ? (names.get(face) ?? null) : null }));
}

interface Pair {
  readonly face: FaceRow;
  readonly person: NamedBox;
  readonly distance: number;
}

/** Pairs of a box and a face that may be inside it, the nearest first. */
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
