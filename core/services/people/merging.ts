import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { DomainError } from '../../domain/errors.ts';
import { noSuchPerson, type Decider, type Merge } from '../../domain/person.ts';
import { everything } from '../../domain/viewer-scope.ts';
import type { Withholdings } from '../../store/household/withholdings.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { FaceOwners } from '../../store/people/face-owners.ts';
import type { MergeRecord, MergeRecords } from '../../store/people/merge-records.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Transact } from '../../store/transact.ts';

/** The number of faces to move in one transaction: about 5 ms. */
const facesAtOnce = 200;
/** The number of small merges in one transaction. */
const mergesAtOnce = 5;

/** Result of undoing a merge. */
export interface MergeUndo {
  /** The source of the merge, restored with its old id. */
  readonly person: number;
  readonly target: number;
  readonly name: string | null;
  /** Another person has the name now, so the source is restored without a name. */
  readonly nameTaken: boolean;
}

/** Result of undoing a step: the source of its first merge, and whether any name was taken. */
export interface UnmergedStep extends MergeUndo {
  /** The number of restored people. */
  readonly undone: number;
}

interface Dependencies {
  readonly people: People;
  readonly list: PersonList;
  readonly decisions: Decisions;
  readonly owners: FaceOwners;
  readonly records: MergeRecords;
  readonly withholdings: Pick<Withholdings, 'follow' | 'part' | 'endPart'>;
  readonly transact: Transact;
}

/**
 * Merges two people, and splits them again.
 *
 * Moving ten thousand faces in one transaction would block every request. A merge is therefore recorded first, then moves
 * faces in batches, and finally moves the decisions about the source. An undo runs the record backwards. Both continue after
 * a crash of the server, and run one at a time.
 */
export class Merging {
  readonly #with: Dependencies;
  /** Serializes merges: two merges in opposite directions would never end. */
  readonly #turns = new PQueue({ concurrency: 1 });

  constructor(parts: Dependencies) {
    this.#with = parts;
  }

  /**
   * Resolves when the source is removed and everything it had belongs to the target. A small merge takes one transaction; a
   * larger one lets other requests run in between.
   * @returns the id of the record by which it can be undone
   * @throws DomainError `not_found` if either is missing
   */
  run({ source, target }: Merge, decider: Decider): Promise<number> {
    return this.runAll([source], target, decider);
  }

  /**
   * Merges many people into one, as one step: no other merge runs in between, and one undo reverts all. All are recorded
   * first, so that after a crash of the server none is left out.
   * @returns the id of the record of the first merge
   * @throws DomainError `not_found` if one is missing; nothing is merged then
   */
  async runAll(sources: readonly number[], target: number, decider: Decider): Promise<number> {
    return (await this.runChosen(() => ({ sources, target }), decider))?.merge ?? 0;
  }

  /**
   * Merges those people who are chosen once all earlier merges are complete.
   * @param choose is called in the transaction in which the merge begins; returns null if there is nothing to merge
   * @throws DomainError `not_found` if one is missing, or the error of `choose`; nothing is merged then
   */
  runChosen(
    choose: () => { readonly sources: readonly number[]; readonly target: number } | null,
    decider: Decider,
  ): Promise<{ readonly merge: number; readonly target: number } | null> {
    return this.#turns.add(async () => {
      await this.#finish();
      const ids: number[] = [];
      let running: number[] | undefined;
      let target = 0;
      await this.#toTheEnd(() => {
        if (!running) {
          const step = choose();
          target = step?.target ?? 0;
          for (const source of step?.sources ?? []) ids.push(this.#begin({ source, target }, decider, ids[0] ?? null));
          running = [...ids];
        }
        return this.#goOnWith(running);
      });
      const [merge] = ids;
      return merge === undefined ? null : { merge, target };
    });
  }

  /**
   * Resolves when the sources of all merges of the step exist again. Decisions made since the merge stay.
   * @param id the record's id, from `run`
   * @throws DomainError `not_found` if the record or the target no longer exists; `conflict` if a later merge must be undone
   * first
   */
  undo(id: number, decider: Decider): Promise<UnmergedStep> {
    return this.#turns.add(async () => {
      await this.#finish();
      const step = this.#with.records.get(id)?.step ?? id;
      const waiting = this.#with.records.ofStep(step).map((record) => record.id);
      // An unknown merge is rejected below, like one that cannot be undone.
      if (waiting.length === 0) waiting.push(id);
      const undone: MergeUndo[] = [];
      const running: number[] = [];
      // Merges are undone newest first, each after the one before it: what it restores depends on them.
      await this.#toTheEnd(() => {
        for (let count = 0; count < mergesAtOnce && this.#goOnWith(running); count++) {
          const next = waiting.shift();
          if (next === undefined) return true;
          undone.push(this.#beginUndo(next, decider));
          running.push(next);
        }
        return false;
      });
      const [first] = undone.slice(-1);
      if (!first) throw noSuchMerge();
      return { ...first, nameTaken: undone.some(({ nameTaken }) => nameTaken), undone: undone.length };
    });
  }

  /** The reason why a merge cannot be undone now, with the merge that must be undone first; null if it can be undone. */
  whyNot({ target, undoFirst }: MergeRecord): { readonly undoFirst: number; readonly detail: string } | null {
    const { people, records } = this.#with;
    const later = undoFirst === null ? undefined : records.get(undoFirst);
    if (!later) return null;
    const targetName = people.get(later.target)?.name;
    const subject =
      later.source === target
        ? `The person that they became part of was merged ${targetName == null ? 'on' : `into ${targetName}`}`
        : `${later.name ?? 'Somebody unnamed'} became part of the same person`;
    return { undoFirst: later.id, detail: `${subject} since: undo that merge first.` };
  }

  /** Finishes merges and undos that a crash of the server interrupted. @returns their number */
  resume(signal: AbortSignal): Promise<number> {
    return this.#turns.add(() => this.#finish(signal));
  }

  /** Removes the records of merges that are too old to be undone. @param now epoch seconds */
  forgetOld(now: number, signal: AbortSignal): Promise<void> {
    return this.#turns.add(async () => {
      this.#with.transact(() => {
        this.#with.records.expire(now);
      });
      await this.#toTheEnd(() => !this.#with.records.removeSome(facesAtOnce), signal);
    });
  }

  /** Finishes interrupted merges and undos first: records describe the state before or after, never in between. */
  async #finish(signal?: AbortSignal): Promise<number> {
    const unfinished = this.#with.records.unfinished();
    for (const id of unfinished) await this.#toTheEnd(() => this.#goOn(id), signal);
    return unfinished.length;
  }

  async #toTheEnd(step: () => boolean, signal?: AbortSignal): Promise<void> {
    while (!this.#with.transact(step)) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  #begin({ source, target }: Merge, decider: Decider, step: number | null): number {
    const { people, list, records, withholdings } = this.#with;
    const [from, to] = [people.get(source), people.get(target)];
    if (!from || !to) throw noSuchPerson();
    // The target keeps its current cover, even if the source has a better face.
    const cover = to.coverFaceId ?? list.cover(target, everything)?.faceId ?? from.coverFaceId;
    const gaveCover = cover !== to.coverFaceId;
    if (gaveCover) people.setCover(target, cover);
    const id = records.open({ source, target, gaveCover, step }, decider);
    withholdings.follow({ id, source, target });
    return id;
  }

  #beginUndo(id: number, decider: Decider): MergeUndo {
    const { people, decisions, records, withholdings } = this.#with;
    const record = records.get(id);
    if (record?.state !== 'merged') {
      throw noSuchMerge();
    }
    const { source, target, nameKey, gaveName, gaveCover } = record;
    const whyNot = this.whyNot(record);
    if (whyNot) throw new DomainError('conflict', whyNot.detail, { problem: 'merged_since' });
    if (!people.get(target)) {
      throw new DomainError('not_found', 'The person that they became part of is gone: this merge cannot be undone.', {
        problem: 'no_such_merge',
      });
    }
    if (gaveCover) people.setCover(target, null);
    if (gaveName) people.rename(target, null, null);
    const nameTaken = nameKey !== null && people.idOf(nameKey) !== undefined;
    const name = nameTaken ? null : record.name;
    people.revive(id, name, nameTaken ? null : nameKey);
    decisions.part(record);
    withholdings.part(record);
    decisions.keepApart(source, target, decider);
    return { person: source, target, name, nameTaken };
  }

  /**
   * Goes on with merges or undos in their order, and removes those that are complete. Small ones share a transaction.
   * @returns whether all are complete
   */
  #goOnWith(running: number[]): boolean {
    for (let count = 0; count < mergesAtOnce; count++) {
      const [id] = running;
      if (id === undefined) return true;
      if (!this.#goOn(id)) return false;
      running.shift();
    }
    return running.length === 0;
  }

  /** Moves some faces of a merge or an undo. @returns whether it is complete */
  #goOn(id: number): boolean {
    const { people, records } = this.#with;
    const record = records.get(id);
    if (!record || record.state === 'merged') return true;
    if (people.get(record.source) && people.get(record.target)) {
      return record.state === 'merging' ? this.#mergeSome(record) : this.#undoSome(record);
    }
    // Source or target no longer exists, so there are no faces to move.
    records.end(id);
    return true;
  }

  #mergeSome(record: MergeRecord): boolean {
    const { people, decisions, owners, records } = this.#with;
    const { id, source, target } = record;
    const faces = owners.some(source, facesAtOnce);
    records.addFaces(record, faces);
    owners.move(record, faces);
    if (faces.length === facesAtOnce) return false;
    records.addDecisions(record);
    decisions.follow(record);
    const from = people.get(source);
    people.remove(source);
    const givesName = from?.name != null && people.get(target)?.name === null;
    if (givesName) people.rename(target, from.name, from.nameKey);
    records.done(id, givesName);
    return true;
  }

  #undoSome(record: MergeRecord): boolean {
    const { decisions, records, withholdings } = this.#with;
    const faces = records.faces(record.id, facesAtOnce);
    decisions.partFaces(record, faces);
    records.dropFaces(record.id, faces);
    if (faces.length === facesAtOnce) return false;
    decisions.endPart(record);
    withholdings.endPart(record);
    records.remove(record.id);
    return true;
  }
}

export const noSuchMerge = (): DomainError =>
  new DomainError('not_found', 'There is no such merge, or it is undone already, or too long ago.', {
    problem: 'no_such_merge',
  });
