import { setImmediate } from 'node:timers/promises';
import { noSuchPerson, personKey } from '../../domain/person.ts';
import type { Decider } from '../../index-store/people/face-decisions.ts';
import type { MergeRecords } from '../../index-store/people/merge-records.ts';
import type { Merge, PeopleMerge } from '../../index-store/people/people-merge.ts';
import type { People } from '../../index-store/people/people.ts';
import type { PersonList } from '../../index-store/people/person-list.ts';
import type { Transact } from '../../index-store/transact.ts';
import type { Unmerged, Unmerging } from './unmerging.ts';

/** Faces that move in one transaction: about 5 ms. */
const facesAtOnce = 200;

/** Makes two persons one, and two again. */
export class Merging {
  readonly #people: People;
  readonly #list: PersonList;
  readonly #merge: PeopleMerge;
  readonly #records: MergeRecords;
  readonly #unmerging: Unmerging;
  readonly #transact: Transact;
  /** One merge at a time: two that go opposite ways would never end. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    people: People;
    list: PersonList;
    merge: PeopleMerge;
    records: MergeRecords;
    unmerging: Unmerging;
    transact: Transact;
  }) {
    this.#people = parts.people;
    this.#list = parts.list;
    this.#merge = parts.merge;
    this.#records = parts.records;
    this.#unmerging = parts.unmerging;
    this.#transact = parts.transact;
  }

  /**
   * Resolves when one of the two is gone, and all that was theirs is the other's. Most are so small that this is one
   * transaction; a larger one has others served in between.
   * @returns the id of the record by which it can be undone
   * @throws DomainError `not_found` when either is missing
   */
  run(merge: Merge, by: Decider): Promise<number> {
    return this.#inTurn(async () => {
      await this.#finish();
      const begun = this.#transact(() => ({ record: this.#begin(merge, by), done: this.#goOn(merge) }));
      if (!begun.done) await this.#toTheEnd(() => this.#goOn(merge));
      return begun.record;
    });
  }

  /**
   * Resolves when the two are two again, as far as nobody decided otherwise since.
   * @param record as `run` returned it
   * @throws DomainError `not_found` when it is not on record, or the one who stayed is gone for good; `conflict` when they
   *   became part of somebody else
   */
  undo(record: number, by: Decider): Promise<Unmerged> {
    return this.#inTurn(async () => {
      await this.#finish();
      const goOn = (): boolean => this.#unmerging.goOn(record, facesAtOnce);
      const begun = this.#transact(() => ({ unmerged: this.#unmerging.begin(record, by), done: goOn() }));
      if (!begun.done) await this.#toTheEnd(goOn);
      return begun.unmerged;
    });
  }

  /** Ends what a sudden end of the server has left half done. @returns how many merges and undos */
  resume(signal: AbortSignal): Promise<number> {
    return this.#inTurn(() => this.#finish(signal));
  }

  /** Removes the records of merges that are too long ago. @param now epoch seconds */
  forgetOld(now: number, signal: AbortSignal): Promise<void> {
    return this.#inTurn(async () => {
      this.#transact(() => {
        this.#records.expire(now);
      });
      await this.#toTheEnd(() => !this.#records.removeSome(facesAtOnce), signal);
    });
  }

  /** Nothing begins beside what is half done: records tell of persons as they were before or after. */
  async #finish(signal?: AbortSignal): Promise<number> {
    const merges = this.#merge.unfinished();
    for (const merge of merges) await this.#toTheEnd(() => this.#goOn(merge), signal);
    const undos = this.#unmerging.unfinished();
    for (const { id } of undos) await this.#toTheEnd(() => this.#unmerging.goOn(id, facesAtOnce), signal);
    return merges.length + undos.length;
  }

  async #toTheEnd(step: () => boolean, signal?: AbortSignal): Promise<void> {
    while (!this.#transact(step)) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  #begin(merge: Merge, by: Decider): number {
    const from = this.#people.get(merge.from);
    const to = this.#people.get(merge.to);
    if (!from || !to) throw noSuchPerson();
    // The one who stays looks as before, also where the other has a better face.
    const cover = to.coverFaceId ?? this.#list.cover(to.id)?.faceId ?? from.coverFaceId;
    const gaveCover = cover !== to.coverFaceId;
    if (gaveCover) this.#people.setCover(to.id, cover);
    const record = this.#records.open({ ...merge, gaveCover }, by);
    this.#merge.begin(merge);
    return record;
  }

  /** @returns whether that was all */
  #goOn(merge: Merge): boolean {
    const record = this.#records.merging(merge.from);
    if (!this.#merge.isBegun(merge)) {
      // One of the two went by itself, and with it what could be undone.
      if (record !== null) this.#records.end(record);
      return true;
    }
    if (this.#merge.move(merge, facesAtOnce) === facesAtOnce) return false;
    const from = this.#people.get(merge.from);
    const to = this.#people.get(merge.to);
    this.#merge.handOver(merge);
    this.#people.remove(merge.from);
    const givesName = from?.name != null && to?.name === null;
    if (givesName) this.#people.rename(merge.to, from.name, personKey(from.name));
    if (record !== null) this.#records.done(record, givesName);
    return true;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
