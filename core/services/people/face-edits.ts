import { noSuchFace, noSuchPerson, personName, type PersonSummary } from '../../domain/person.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { FaceOwners } from '../../store/people/face-owners.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Transact } from '../../store/transact.ts';
import { openScopeOf, type Viewer } from '../viewer.ts';
import type { CatchUp } from './catch-up.ts';
import { nameHolder } from './name-holder.ts';
import type { Propagation } from './propagation.ts';

/** The person of a face: an existing person, or a name. A name that no person has creates a new person. */
export type Assignee = { readonly personId: number } | { readonly name: string };

export interface FaceAssignment {
  readonly face: FaceRow;
  readonly person: PersonSummary;
  /** Ids of similar faces that were assigned along with it. */
  readonly propagated: readonly number[];
}

interface Dependencies {
  readonly faces: Faces;
  readonly people: People;
  readonly list: PersonList;
  readonly decisions: Decisions;
  readonly owners: FaceOwners;
  readonly propagation: Propagation;
  readonly catchUp: CatchUp;
  readonly transact: Transact;
  readonly clock: () => number;
}

/** Manual edits of single faces. */
export class FaceEdits {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Assigns a face, and similar faces without a person, to a person.
   * @throws DomainError `not_found`; `bad_input` for an invalid name
   */
  async assign(viewer: Viewer, faceId: number, assignee: Assignee): Promise<FaceAssignment> {
    const scope = openScopeOf(viewer);
    const face = this.#with.faces.get(faceId, scope);
    if (!face) throw noSuchFace();
    const expected = this.#find(viewer, assignee);
    await this.#with.catchUp.sums();
    const followers = await this.#with.propagation.followers({ face, person: expected });

    const { person, propagated } = this.#with.transact(() => {
      const now = this.#with.clock();
      // All of this may have changed during the search for similar faces.
      if (!this.#with.faces.get(faceId, scope)) throw noSuchFace();
      const holder = this.#find(viewer, assignee);
      const person = holder ?? this.#create(viewer, assignee, now);
      this.#with.decisions.assign(faceId, person, { user: viewer.userId, now });
      const candidates = holder === expected ? followers : [];
      return { person, propagated: candidates.filter((id) => this.#with.owners.offer(id, person, 'propagated')) };
    });
    this.#with.catchUp.afterEdit();
    const summary = this.#with.list.one(person, scope.audience);
    if (!summary) throw noSuchPerson();
    // Faces in photos that are withheld from the viewer change as well, but the answer must leave them out.
    const visible = propagated.filter((id) => this.#with.faces.get(id, scope) !== undefined);
    return { face: this.#row(viewer, faceId), person: summary, propagated: visible };
  }

  /**
   * Removes a face from its person, and remembers that it is not this person.
   * @throws DomainError `not_found`
   */
  unassign(viewer: Viewer, faceId: number): FaceRow {
    this.#with.transact(() => {
      const face = this.#with.faces.get(faceId, openScopeOf(viewer));
      if (!face) throw noSuchFace();
      if (face.personId === null) return;
      this.#with.decisions.notPerson(faceId, face.personId, { user: viewer.userId, now: this.#with.clock() });
    });
    this.#with.catchUp.afterEdit();
    return this.#row(viewer, faceId);
  }

  /**
   * Marks detections as not being faces: they lose their person, and are neither shown nor grouped any more. Or undoes this
   * and gives them back to their persons.
   * @throws DomainError `not_found` if one of them is missing; none is changed then
   */
  notFaces(viewer: Viewer, faceIds: readonly number[], areNone: boolean): FaceRow[] {
    this.#with.transact(() => {
      const decider = { user: viewer.userId, now: this.#with.clock() };
      for (const id of faceIds) {
        if (!this.#with.faces.get(id, openScopeOf(viewer))) throw noSuchFace();
        if (areNone) this.#with.decisions.notFace(id, decider);
        else this.#with.decisions.isFace(id, decider);
      }
    });
    this.#with.catchUp.afterEdit();
    return faceIds.map((id) => this.#row(viewer, id));
  }

  /** @returns null if no person has the name */
  #find(viewer: Viewer, assignee: Assignee): number | null {
    if ('name' in assignee) return nameHolder(viewer, personName(assignee.name), this.#with).id;
    if (!this.#with.list.isThere(assignee.personId, openScopeOf(viewer))) throw noSuchPerson();
    return assignee.personId;
  }

  #create(viewer: Viewer, assignee: Assignee, now: number): number {
    if (!('name' in assignee)) throw noSuchPerson();
    const name = personName(assignee.name);
    return this.#with.people.add(name, nameHolder(viewer, name, this.#with).key, now);
  }

  #row(viewer: Viewer, id: number): FaceRow {
    const row = this.#with.faces.row(id, openScopeOf(viewer));
    if (!row) throw noSuchFace();
    return row;
  }
}
