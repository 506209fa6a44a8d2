import { DomainError } from '../../domain/errors.ts';
import {
  noSuchFace,
  intoThemselves,
  noSuchPerson,
  personName,
  type Decider,
  type PersonSummary,
} from '../../domain/person.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { Faces } from '../../store/people/faces.ts';
import { maxUndoable, type MergeRecords } from '../../store/people/merge-records.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Transact } from '../../store/transact.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import type { CatchUp } from './catch-up.ts';
import { noSuchMerge, type Merging, type UnmergedStep } from './merging.ts';
import { nameHolder } from './name-holder.ts';

export interface MergeResult {
  /** The id of the merge, for its undo. */
  readonly merge: number;
  readonly target: number;
  /** The number of the target's photos that are visible to the viewer. */
  readonly photoCount: number;
  readonly faceCount: number;
}

/** The source and target of an undone merge. */
export interface UndoneMerge extends UnmergedStep {
  /** The number of the source's photos that are visible to the viewer. */
  readonly photoCount: number;
  readonly faceCount: number;
}

/** A merge that can be undone, now or after another one. */
export interface PastMerge {
  readonly merge: number;
  /** The name of the source. */
  readonly name: string | null;
  readonly faceCount: number;
  /** The number of other people who were merged into the target in the same step. */
  readonly others: number;
  /** Epoch seconds. */
  readonly at: number;
  /** The name of the target at that time. */
  readonly targetName: string | null;
  /** The target, or the person into whom the target was merged later. */
  readonly target: PersonSummary;
  /** Null if it can be undone now. */
  readonly whyNot: { readonly undoFirst: number; readonly detail: string } | null;
}

interface Dependencies {
  readonly people: People;
  readonly list: PersonList;
  readonly faces: Faces;
  readonly merging: Merging;
  readonly records: MergeRecords;
  readonly decisions: Decisions;
  readonly catchUp: CatchUp;
  readonly transact: Transact;
  readonly clock: () => number;
}

/** Manual edits of people. */
export class PeopleEdits {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Names a person. If another person has the name, the first is merged into that one.
   * @returns the merge, or null
   * @throws DomainError `not_found`; `bad_input` for an invalid name
   */
  async name(viewer: Viewer, id: number, text: string): Promise<MergeResult | null> {
    const name = personName(text);
    /** @returns the other person who has the name; null once the person has it */
    const rename = (): number | null => {
      this.#check(viewer, id);
      const { id: holder, key } = nameHolder(viewer, name, this.#with);
      if (holder !== null && holder !== id) return holder;
      // A person who was hidden while unnamed is shown again with a name.
      const before = this.#with.people.get(id);
      if (before?.name === null && before.hidden === 1) this.#with.people.setHidden(id, false);
      this.#with.people.rename(id, name, key);
      return null;
    };
    const isMerge = this.#with.transact(rename) !== null;
    // While earlier merges were running, the name may have been given to somebody else, or to nobody.
    const choose = (): { sources: number[]; target: number } | null => {
      const target = rename();
      return target === null ? null : { sources: [id], target };
    };
    const merged = isMerge ? await this.#with.merging.runChosen(choose, this.#by(viewer)) : null;
    this.#with.catchUp.afterEdit();
    return merged && { ...merged, ...this.#counts(viewer, merged.target) };
  }

  /**
   * Removes a person's name.
   * @throws DomainError `not_found`
   */
  unname(viewer: Viewer, id: number): void {
    this.#with.transact(() => {
      this.#check(viewer, id);
      this.#with.people.rename(id, null, null);
    });
    this.#with.catchUp.afterEdit();
  }

  /**
   * Takes back the name `given`. Nobody is merged, and a name that somebody has given since stays.
   * @param earlier the name from before, or null
   * @throws DomainError `not_found`; `conflict` if the person has a third name by now, or another one has the earlier name
   */
  takeBackName(viewer: Viewer, id: number, given: string, earlier: string | null): void {
    const name = earlier === null ? null : personName(earlier);
    this.#with.transact(() => {
      this.#check(viewer, id);
      const current = this.#with.people.get(id)?.name;
      if (current === name) return;
      if (current !== personName(given))
        throw new DomainError('conflict', 'The name of the person was changed since.', { problem: 'name_changed' });
      const { id: holder, key } = name === null ? { id: null, key: null } : nameHolder(viewer, name, this.#with);
      if (holder !== null && holder !== id)
        throw new DomainError('conflict', 'Another person has the earlier name.', { problem: 'name_held' });
      this.#with.people.rename(id, name, key);
    });
    this.#with.catchUp.afterEdit();
  }

  /**
   * Hides a person from lists and suggestions, or shows them again; their photos are not affected.
   * @throws DomainError `not_found`
   */
  hide(viewer: Viewer, id: number, hidden: boolean): PersonSummary {
    this.#with.transact(() => {
      this.#check(viewer, id);
      this.#with.people.setHidden(id, hidden);
    });
    return this.#summary(viewer, id);
  }

  /** @throws DomainError `not_found` if either is missing; `conflict` if both are the same */
  async merge(viewer: Viewer, source: number, target: number): Promise<MergeResult> {
    this.#check(viewer, source);
    this.#check(viewer, target);
    if (source === target) throw intoThemselves();
    const merge = await this.#with.merging.run({ source, target }, this.#by(viewer));
    this.#with.catchUp.afterEdit();
    return { merge, target, ...this.#counts(viewer, target) };
  }

  /**
   * Undoes a merge and restores the source. Decisions made since then stay, and the two are never merged automatically
   * again.
   * @throws DomainError `not_found` for an unknown merge, or if the target no longer exists; `conflict` if either person
   * took part in a later merge, which must be undone first
   */
  async undoMerge(viewer: Viewer, merge: number): Promise<UndoneMerge> {
    const record = this.#with.records.get(merge);
    const target = record && this.#personOf(record.target);
    // An error must not reveal a withheld person, so the merge counts as unknown.
    if (target !== undefined && this.#with.people.get(target) && !this.#isThere(viewer, target)) throw noSuchMerge();
    const undone = await this.#with.merging.undo(merge, this.#by(viewer));
    this.#with.catchUp.afterEdit();
    return { ...undone, ...this.#counts(viewer, undone.person) };
  }

  /** Recorded merges, latest first, without those whose target is withheld from the viewer. */
  pastMerges(viewer: Viewer, limit: number): PastMerge[] {
    const { audience } = scopeOf(viewer);
    const merges: PastMerge[] = [];
    for (const record of this.#with.records.latest(maxUndoable)) {
      if (merges.length === limit) break;
      const { id: merge, name, faces: faceCount, others, mergedAt: at } = record;
      const laterMerge = this.#with.records.ofSource(record.target);
      const targetName = laterMerge ? laterMerge.name : (this.#with.people.get(record.target)?.name ?? null);
      const target = this.#with.list.one(this.#personOf(record.target), audience);
      const whyNot = target && this.#with.merging.whyNot(record);
      if (target) merges.push({ merge, name, faceCount, others, at, targetName, target, whyNot: whyNot ?? null });
    }
    return merges;
  }

  /**
   * Chooses the cover face of a person.
   * @throws DomainError `not_found`; `bad_input` for a face of another person
   */
  chooseCover(viewer: Viewer, id: number, faceId: number): PersonSummary {
    this.#with.transact(() => {
      this.#check(viewer, id);
      const face = this.#with.faces.get(faceId, scopeOf(viewer));
      if (!face) throw noSuchFace();
      if (face.personId !== id)
        throw new DomainError('bad_input', 'face_id must be that of a face of this person.', {
          problem: 'no_such_face',
        });
      this.#with.people.setCover(id, faceId);
    });
    return this.#summary(viewer, id);
  }

  /**
   * Marks two people as different people, however similar they look.
   * @throws DomainError `not_found` if either is missing; `bad_input` if they are the same
   */
  keepApart(viewer: Viewer, a: number, b: number): void {
    if (a === b) throw new DomainError('bad_input', 'a and b must be two persons.', { problem: 'same_person' });
    this.#with.transact(() => {
      this.#check(viewer, a);
      this.#check(viewer, b);
      this.#with.decisions.keepApart(a, b, this.#by(viewer));
    });
  }

  /** Removes people who have neither a name nor a face. @returns their number */
  removeEmpty(): number {
    return this.#with.transact(() => this.#with.people.removeEmpty());
  }

  /** The person, or the person into whom they were merged since. */
  #personOf(id: number): number {
    const merge = this.#with.records.ofSource(id);
    return merge ? this.#personOf(merge.target) : id;
  }

  #by(viewer: Viewer): Decider {
    return { user: viewer.userId, now: this.#with.clock() };
  }

  #check(viewer: Viewer, id: number): void {
    if (!this.#isThere(viewer, id)) throw noSuchPerson();
  }

  #isThere(viewer: Viewer, id: number): boolean {
    return this.#with.list.isThere(id, scopeOf(viewer));
  }

  #summary(viewer: Viewer, id: number): PersonSummary {
    const person = this.#with.list.one(id, scopeOf(viewer).audience);
    if (!person) throw noSuchPerson();
    return person;
  }

  #counts(viewer: Viewer, id: number): { photoCount: number; faceCount: number } {
    const [person] = this.#with.list.some([id], scopeOf(viewer).audience);
    return { photoCount: person?.photoCount ?? 0, faceCount: person?.faceCount ?? 0 };
  }
}
