import { setImmediate } from 'node:timers/promises';
import { noSuchPerson, personKey } from '../../domain/person.ts';
import type { Merge, PeopleMerge } from '../../index-store/people-merge.ts';
import type { People } from '../../index-store/people.ts';
import type { PersonList } from '../../index-store/person-list.ts';
import type { Transact } from '../../index-store/transact.ts';

/** Faces that move in one transaction: about 5 ms. */
const facesAtOnce = 200;

/** Makes two persons one. */
export class Merging {
  readonly #people: People;
  readonly #list: PersonList;
  readonly #merge: PeopleMerge;
  readonly #transact: Transact;
  /** One merge at a time: two that go opposite ways would never end. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: { people: People; list: PersonList; merge: PeopleMerge; transact: Transact }) {
    this.#people = parts.people;
    this.#list = parts.list;
    this.#merge = parts.merge;
    this.#transact = parts.transact;
  }

  /**
   * Resolves when one of the two is gone, and all that was theirs is the other's. Most are so small that this is one
   * transaction; a larger one has others served in between.
   * @throws DomainError `not_found` when either is missing
   */
  run(merge: Merge): Promise<void> {
    return this.#inTurn(async () => {
      let done = this.#transact(() => {
        this.#begin(merge);
        return this.#goOn(merge);
      });
      while (!done) {
        await setImmediate();
        done = this.#transact(() => this.#goOn(merge));
      }
    });
  }

  /** Ends what a sudden end of the server has left half done. @returns how many merges */
  resume(signal: AbortSignal): Promise<number> {
    return this.#inTurn(async () => {
      const merges = this.#merge.unfinished();
      for (const merge of merges) {
        while (!this.#transact(() => this.#goOn(merge))) {
          await setImmediate();
          signal.throwIfAborted();
        }
      }
      return merges.length;
    });
  }

  #begin(merge: Merge): void {
    const from = this.#people.get(merge.from);
    const to = this.#people.get(merge.to);
    if (!from || !to) throw noSuchPerson();
    // The one who stays looks as before, also where the other has a better face.
    const cover = to.coverFaceId ?? this.#list.cover(to.id)?.faceId ?? from.coverFaceId;
    if (cover !== to.coverFaceId) this.#people.setCover(to.id, cover);
    this.#merge.begin(merge);
  }

  /** @returns whether that was all */
  #goOn(merge: Merge): boolean {
    if (!this.#merge.isBegun(merge)) return true;
    if (this.#merge.move(merge, facesAtOnce) === facesAtOnce) return false;
    const from = this.#people.get(merge.from);
    const to = this.#people.get(merge.to);
    this.#merge.handOver(merge);
    this.#people.remove(merge.from);
    if (from?.name != null && to?.name === null) this.#people.rename(merge.to, from.name, personKey(from.name));
    return true;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
