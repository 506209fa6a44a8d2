import type { FaceCover, PersonSummary } from '../domain/person.ts';
import type { FaceRow } from '../domain/photo.ts';
import type { Caller } from './pipeline/route.ts';
import type { MediaSigner } from './present.ts';
import type * as wire from './wire.ts';

/** Converts faces and people to JSON for one caller: the URLs are signed for that caller. */
export class PeoplePresenter {
  readonly #signer: MediaSigner;
  readonly #caller: Caller;

  constructor(signer: MediaSigner, caller: Caller) {
    this.#signer = signer;
    this.#caller = caller;
  }

  face(face: FaceRow): wire.Face {
    return {
      id: face.id,
      photo_uid: face.photoUid,
      person_id: face.personId,
      person_name: face.personName,
      box: face.box,
      score: face.score,
      crop_url:
        face.crop === 0 ? null : this.#signer.mediaUrl(this.#caller, `/api/faces/${face.id}/crop`, String(face.crop)),
      assigned_by: face.assignedBy,
      source_name: face.sourceName ?? null,
    };
  }

  faces(faces: readonly FaceRow[]): wire.Faces {
    return { faces: faces.map((face) => this.face(face)) };
  }

  faceList({ faces, total }: { readonly faces: readonly FaceRow[]; readonly total: number }): wire.FaceList {
    return { ...this.faces(faces), total };
  }

  suggestions<How extends wire.Likeness | null>(
    found: readonly { person: PersonSummary; similarity: number; likeness: How }[],
  ): { person: wire.Person; similarity: number; likeness: How }[] {
    return found.map(({ person, similarity, likeness }) => ({ person: this.person(person), similarity, likeness }));
  }

  people({ people, total }: { readonly people: readonly PersonSummary[]; readonly total: number }): wire.People {
    return { people: people.map((person) => this.person(person)), total };
  }

  person({ id, name, faceCount, photoCount, cover, hidden, hiddenByChoice }: PersonSummary): wire.Person {
    return {
      id,
      name,
      face_count: faceCount,
      photo_count: photoCount,
      cover_url: cover && this.#signer.mediaUrl(this.#caller, `/api/people/${id}/cover`, coverRevision(cover)),
      cover_face_id: cover?.faceId ?? null,
      hidden,
      hidden_by_choice: hiddenByChoice,
    };
  }
}

/** The face's id, with the number of its crop unless that is 1. */
const coverRevision = ({ faceId, crop }: FaceCover): string => (crop === 1 ? String(faceId) : `${faceId}-${crop}`);
