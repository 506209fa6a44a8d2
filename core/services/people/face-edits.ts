import { noSuchFace, noSuchPerson, personKey, personName, type PersonSummary } from '../../domain/person.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { Decisions } from '../../index-store/people/decisions.ts';
import type { FaceOwners } from '../../index-store/people/face-owners.ts';
import type { Faces } from '../../index-store/people/faces.ts';
import type { People } from '../../index-store/people/people.ts';
import type { PersonList } from '../../index-store/people/person-list.ts';
import type { Transact } from '../../index-store/transact.ts';
import { sightOf, type Viewer } from '../viewer.ts';
import type { CatchUp } from './catch-up.ts';
import type { Propagation } from './propagation.ts';

/** Whose face it is: somebody who is there, or a name, which makes a new person when nobody has it. */
export type Whose = { readonly personId: number } | { readonly name: string };

export interface Assigned {
  readonly face: FaceRow;
  readonly person: PersonSummary;
  /** Similar faces that followed. */
  readonly propagated: readonly number[];
}

/** What people decide about single faces. */
export class FaceEdits {
  readonly #faces: Faces;
  readonly #people: People;
  readonly #list: PersonList;
  readonly #decisions: Decisions;
  readonly #owners: FaceOwners;
  readonly #propagation: Propagation;
  readonly #catchUp: CatchUp;
  readonly #transact: Transact;
  readonly #clock: () => number;

  constructor(parts: {
    faces: Faces;
    people: People;
    list: PersonList;
    decisions: Decisions;
    owners: FaceOwners;
    propagation: Propagation;
    catchUp: CatchUp;
    transact: Transact;
    clock: () => number;
  }) {
    this.#faces = parts.faces;
    this.#people = parts.people;
    this.#list = parts.list;
    this.#decisions = parts.decisions;
    this.#owners = parts.owners;
    this.#propagation = parts.propagation;
    this.#catchUp = parts.catchUp;
    this.#transact = parts.transact;
    this.#clock = parts.clock;
  }

  /**
   * Gives a face to a person, and with it the faces like it that belong to nobody.
   * @throws DomainError `not_found`; `bad_input` for a name that cannot be
   */
  async assign(viewer: Viewer, faceId: number, whose: Whose): Promise<Assigned> {
    const sight = sightOf(viewer);
    const face = this.#faces.get(faceId, sight);
    if (!face) throw noSuchFace();
    const expected = this.#find(whose);
    await this.#catchUp.sums();
    const followers = await this.#propagation.followers({ face, person: expected });

    const { person, propagated } = this.#transact(() => {
      const now = this.#clock();
      // While similar faces were looked for, others may have changed all of this.
      if (!this.#faces.get(faceId, sight)) throw noSuchFace();
      const found = this.#find(whose);
      const person = found ?? this.#create(whose, now);
      this.#decisions.assign(faceId, person, { user: viewer.userId, now });
      const meant = found === expected ? followers : [];
      return { person, propagated: meant.filter((id) => this.#owners.offer(id, person, 'propagated')) };
    });
    this.#catchUp.afterEdit();
    const summary = this.#list.one(person);
    if (!summary) throw noSuchPerson();
    return { face: this.#row(viewer, faceId), person: summary, propagated };
  }

  /**
   * Takes a face from its person, and remembers that it is not theirs.
   * @throws DomainError `not_found`
   */
  unassign(viewer: Viewer, faceId: number): FaceRow {
    this.#transact(() => {
      const face = this.#faces.get(faceId, sightOf(viewer));
      if (!face) throw noSuchFace();
      if (face.personId === null) return;
      this.#decisions.notPerson(faceId, face.personId, { user: viewer.userId, now: this.#clock() });
    });
    this.#catchUp.afterEdit();
    return this.#row(viewer, faceId);
  }

  /**
   * What was found is not a face: it is nobody's, and nothing shows or groups it any more. Or it is one after all, and
   * its person has it again.
   * @throws DomainError `not_found` when one of them is missing: none is changed then
   */
  notFaces(viewer: Viewer, faceIds: readonly number[], areNone: boolean): FaceRow[] {
    this.#transact(() => {
      const by = { user: viewer.userId, now: this.#clock() };
      for (const id of faceIds) {
        if (!this.#faces.get(id, sightOf(viewer))) throw noSuchFace();
        if (areNone) this.#decisions.notFace(id, by);
        else this.#decisions.isFace(id, by);
      }
    });
    this.#catchUp.afterEdit();
    return faceIds.map((id) => this.#row(viewer, id));
  }

  /** @returns null for a name that nobody has */
  #find(whose: Whose): number | null {
    if ('name' in whose) return this.#people.idOf(personKey(personName(whose.name))) ?? null;
    if (!this.#people.get(whose.personId)) throw noSuchPerson();
    return whose.personId;
  }

  #create(whose: Whose, now: number): number {
    if (!('name' in whose)) throw noSuchPerson();
    const name = personName(whose.name);
    return this.#people.add(name, personKey(name), now);
  }

  #row(viewer: Viewer, id: number): FaceRow {
    const row = this.#faces.row(id, sightOf(viewer));
    if (!row) throw noSuchFace();
    return row;
  }
}
