import { DomainError } from '../../domain/errors.ts';
import { intoThemselves, noSuchFace, noSuchPerson, type Decider, type PersonSummary } from '../../domain/person.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Transact } from '../../store/transact.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import type { CatchUp } from './catch-up.ts';
import type { Merging } from './merging.ts';
import type { MergeResult } from './people-edits.ts';

interface Dependencies {
  readonly people: People;
  readonly list: PersonList;
  readonly faces: Faces;
  readonly decisions: Decisions;
  readonly merging: Merging;
  readonly catchUp: CatchUp;
  readonly transact: Transact;
  readonly clock: () => number;
}

/** Edits of many people or faces in one step: either all of it is done, or nothing. */
export class PeopleSteps {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Merges many people into one. One undo reverts all of it.
   * @returns the first merge, which represents all
   * @throws DomainError `not_found` if one is missing; `conflict` for a merge into itself
   */
  async mergeAll(viewer: Viewer, target: number, sources: readonly number[]): Promise<MergeResult> {
    for (const id of [target, ...sources]) this.#check(viewer, id);
    if (sources.includes(target)) throw intoThemselves();
    const merge = await this.#with.merging.runAll(sources, target, this.#by(viewer));
    this.#with.catchUp.afterEdit();
    const [person] = this.#with.list.some([target], scopeOf(viewer).audience);
    return { merge, target, photoCount: person?.photoCount ?? 0, faceCount: person?.faceCount ?? 0 };
  }

  /**
   * Hides people from lists and suggestions, or shows them again. Unnamed people who are hidden count as ignored.
   * @throws DomainError `not_found` if one is missing
   */
  hide(viewer: Viewer, ids: readonly number[], hidden: boolean): PersonSummary[] {
    this.#with.transact(() => {
      for (const id of ids) {
        this.#check(viewer, id);
        this.#with.people.setHidden(id, hidden);
      }
    });
    return ids.map((id) => {
      const person = this.#with.list.one(id, scopeOf(viewer).audience);
      if (!person) throw noSuchPerson();
      return person;
    });
  }

  /**
   * Assigns unassigned faces to a person, or undoes that: the faces are unassigned again, and may be assigned automatically.
   * @throws DomainError `not_found`; `conflict` for a face that now belongs to another person
   */
  giveFaces(viewer: Viewer, person: number, faceIds: readonly number[], areTheirs: boolean): FaceRow[] {
    this.#with.transact(() => {
      this.#check(viewer, person);
      for (const face of this.#owned(viewer, faceIds)) {
        if (face.personId !== (areTheirs ? null : person)) throw takenMeanwhile();
        if (areTheirs) this.#with.decisions.assign(face.id, person, this.#by(viewer));
        else this.#with.decisions.unassign(face.id);
      }
    });
    this.#with.catchUp.afterEdit();
    return this.#rows(viewer, faceIds);
  }

  /**
   * Ignores unassigned faces, so that they are neither grouped nor offered for naming; or undoes that.
   * @throws DomainError `not_found`; `conflict` for an assigned face
   */
  ignoreFaces(viewer: Viewer, faceIds: readonly number[], ignored: boolean): FaceRow[] {
    this.#with.transact(() => {
      for (const face of this.#owned(viewer, faceIds)) {
        if (face.personId !== null) throw takenMeanwhile();
        if (ignored) this.#with.decisions.ignore(face.id, this.#by(viewer));
        else this.#with.decisions.unignore(face.id);
      }
    });
    this.#with.catchUp.afterEdit();
    return this.#rows(viewer, faceIds);
  }

  #check(viewer: Viewer, id: number): void {
    if (!this.#with.list.isThere(id, scopeOf(viewer))) throw noSuchPerson();
  }

  #owned(viewer: Viewer, ids: readonly number[]): { id: number; personId: number | null }[] {
    return ids.map((id) => {
      const face = this.#with.faces.get(id, scopeOf(viewer));
      if (!face) throw noSuchFace();
      return face;
    });
  }

  #rows(viewer: Viewer, ids: readonly number[]): FaceRow[] {
    return ids.flatMap((id) => this.#with.faces.row(id, scopeOf(viewer)) ?? []);
  }

  #by(viewer: Viewer): Decider {
    return { user: viewer.userId, now: this.#with.clock() };
  }
}

const takenMeanwhile = (): DomainError =>
  new DomainError('conflict', 'One of these faces was changed in the meantime.');
