import { DomainError } from '../../domain/errors.ts';
import { noSuchFace, noSuchPerson, personKey, personName, type PersonSummary } from '../../domain/person.ts';
import type { Decider } from '../../index-store/people/face-decisions.ts';
import type { Faces } from '../../index-store/people/faces.ts';
import type { MergeRecords } from '../../index-store/people/merge-records.ts';
import type { People } from '../../index-store/people/people.ts';
import type { PersonList } from '../../index-store/people/person-list.ts';
import type { Transact } from '../../index-store/transact.ts';
import { sightOf, type Viewer } from '../viewer.ts';
import type { CatchUp } from './catch-up.ts';
import type { Merging } from './merging.ts';
import type { Unmerged } from './unmerging.ts';

export interface Merged {
  /** By which it can be undone. */
  readonly merge: number;
  readonly target: number;
  /** Of the target, in photos that everybody sees. */
  readonly photoCount: number;
  readonly faceCount: number;
}

/** Two who are two again. */
export interface UndoneMerge extends Unmerged {
  /** Of the one who is back, in photos that everybody sees. */
  readonly photoCount: number;
  readonly faceCount: number;
}

/** A merge that can be undone. */
export interface PastMerge {
  readonly merge: number;
  /** Of the one who went. */
  readonly name: string | null;
  readonly faceCount: number;
  /** Epoch seconds. */
  readonly at: number;
  /** Who stayed. */
  readonly target: PersonSummary;
}

/** What people decide about persons. */
export class PeopleEdits {
  readonly #people: People;
  readonly #list: PersonList;
  readonly #faces: Faces;
  readonly #merging: Merging;
  readonly #records: MergeRecords;
  readonly #catchUp: CatchUp;
  readonly #transact: Transact;
  readonly #clock: () => number;

  constructor(parts: {
    people: People;
    list: PersonList;
    faces: Faces;
    merging: Merging;
    records: MergeRecords;
    catchUp: CatchUp;
    transact: Transact;
    clock: () => number;
  }) {
    this.#people = parts.people;
    this.#list = parts.list;
    this.#faces = parts.faces;
    this.#merging = parts.merging;
    this.#records = parts.records;
    this.#catchUp = parts.catchUp;
    this.#transact = parts.transact;
    this.#clock = parts.clock;
  }

  /**
   * Names a person. When somebody else has the name, the person becomes part of them.
   * @returns what became of them; null when they only got the name
   * @throws DomainError `not_found`; `bad_input` for a name that cannot be
   */
  async name(viewer: Viewer, id: number, written: string): Promise<Merged | null> {
    const name = personName(written);
    const key = personKey(name);
    const target = this.#transact(() => {
      this.#check(id);
      const holder = this.#people.idOf(key) ?? id;
      if (holder === id) this.#people.rename(id, name, key);
      return holder;
    });
    if (target !== id) return this.#merge(viewer, id, target);
    this.#catchUp.afterEdit();
    return null;
  }

  /**
   * Takes a person's name away, as after a wrong one.
   * @throws DomainError `not_found`
   */
  unname(id: number): void {
    this.#transact(() => {
      this.#check(id);
      this.#people.rename(id, null, null);
    });
    this.#catchUp.afterEdit();
  }

  /**
   * Hides a person from lists and suggestions, or shows them again; photos of them stay as they are.
   * @throws DomainError `not_found`
   */
  hide(id: number, hidden: boolean): PersonSummary {
    this.#transact(() => {
      this.#check(id);
      this.#people.setHidden(id, hidden);
    });
    return this.#summary(id);
  }

  /** @throws DomainError `not_found` when either is missing; `conflict` for a merge into itself */
  async merge(viewer: Viewer, from: number, to: number): Promise<Merged> {
    this.#check(from);
    this.#check(to);
    if (from === to) throw new DomainError('conflict', 'A person cannot be merged into themselves.');
    return this.#merge(viewer, from, to);
  }

  /**
   * Undoes a merge: whoever went is there again, with what is still as the merge left it. What people decided since holds,
   * and nothing but people makes the two one again.
   * @throws DomainError `not_found` for no such merge, or when the one who stayed is gone for good; `conflict` when they
   *   were merged on
   */
  async undoMerge(viewer: Viewer, merge: number): Promise<UndoneMerge> {
    const undone = await this.#merging.undo(merge, this.#by(viewer));
    this.#catchUp.afterEdit();
    return { ...undone, ...this.#counts(undone.person) };
  }

  /** The merges that can be undone, the latest first. */
  pastMerges(limit: number): PastMerge[] {
    return this.#records.latest(limit).flatMap(({ id, name, faces, mergedAt, to }) => {
      const target = this.#list.one(to);
      return target ? [{ merge: id, name, faceCount: faces, at: mergedAt, target }] : [];
    });
  }

  /**
   * Chooses the face that stands for a person.
   * @throws DomainError `not_found`; `bad_input` for a face of somebody else
   */
  chooseCover(viewer: Viewer, id: number, faceId: number): PersonSummary {
    this.#transact(() => {
      this.#check(id);
      const face = this.#faces.get(faceId, sightOf(viewer));
      if (!face) throw noSuchFace();
      if (face.personId !== id) throw new DomainError('bad_input', 'face_id must be that of a face of this person.');
      this.#people.setCover(id, faceId);
    });
    return this.#summary(id);
  }

  /**
   * Two persons are not one, however similar.
   * @throws DomainError `not_found` when either is missing; `bad_input` when they are the same
   */
  keepApart(viewer: Viewer, a: number, b: number): void {
    if (a === b) throw new DomainError('bad_input', 'a and b must be two persons.');
    this.#transact(() => {
      this.#check(a);
      this.#check(b);
      this.#people.keepApart(a, b, this.#by(viewer));
    });
  }

  /** Removes persons who have neither a name nor a face. @returns how many */
  removeEmpty(): number {
    return this.#transact(() => this.#people.removeEmpty());
  }

  async #merge(viewer: Viewer, from: number, to: number): Promise<Merged> {
    const merge = await this.#merging.run({ from, to }, this.#by(viewer));
    this.#catchUp.afterEdit();
    return { merge, target: to, ...this.#counts(to) };
  }

  #by(viewer: Viewer): Decider {
    return { user: viewer.userId, now: this.#clock() };
  }

  #check(id: number): void {
    if (!this.#people.get(id)) throw noSuchPerson();
  }

  #summary(id: number): PersonSummary {
    const person = this.#list.one(id);
    if (!person) throw noSuchPerson();
    return person;
  }

  #counts(id: number): { photoCount: number; faceCount: number } {
    const [person] = this.#list.some([id]);
    return { photoCount: person?.photoCount ?? 0, faceCount: person?.faceCount ?? 0 };
  }
}
