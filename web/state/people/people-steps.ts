import type { Faces, MergedPeople, People, Person, UndoneMerge } from '../../../core/http/wire.ts';
import { PartlyDone } from '../partly-done.ts';
import type { Change } from './people-edits.ts';

export interface PeopleStepsOptions {
  readonly api: {
    mergeAll(ids: readonly number[], into: number): Promise<MergedPeople>;
    hideAll(ids: readonly number[], hidden: boolean): Promise<People>;
    giveFaces(id: number, faceIds: readonly number[], theirs: boolean): Promise<Faces>;
    get(id: number): Promise<Person>;
  };
  /** What became of somebody. */
  onChanged(person: Person): void;
  /** Somebody is in lists again. */
  onShown(): void;
  /** They are part of somebody else now. */
  onGone(ids: readonly number[]): void;
  /** Faces went from one to another. */
  onMoved(): void;
  /** Takes people apart that became one; what is undone is taken out of `merges`. @returns who is apart again */
  undoMerges(merges: number[], into: number): Promise<readonly UndoneMerge[]>;
  /** What is said when only some of those who were to become one did. */
  brokenOff(done: number, total: number, why: string): string;
}

/** So many people, or faces, go into one request. */
const mostMerged = 100;
const mostAtOnce = 200;

/** What can be done about many people at once, each with one undo. */
export class PeopleSteps {
  readonly #options: PeopleStepsOptions;

  constructor(options: PeopleStepsOptions) {
    this.#options = options;
  }

  /**
   * People, and faces that are nobody's, are all this person.
   * @returns who they are now; taken back in part, its `undo` goes on where that was
   * @throws PartlyDone when only some of them are, or nobody says what they are now
   */
  async join(people: readonly Person[], faceIds: readonly number[], into: Person): Promise<Change> {
    const { api } = this.#options;
    const merges: number[] = [];
    const given: number[][] = [];
    let done = 0;
    const undo = (): Promise<readonly UndoneMerge[]> => this.#part(given, merges, into.id);
    const gone = people.map(({ id }) => id).filter((id) => id !== into.id);
    const total = faceIds.length + gone.length;
    try {
      for (const ids of inPieces(faceIds, mostAtOnce)) {
        await api.giveFaces(into.id, ids, true);
        given.push(ids);
        done += ids.length;
      }
      for (const ids of inPieces(gone, mostMerged)) {
        merges.push((await api.mergeAll(ids, into.id)).merge_id);
        done += ids.length;
        this.#options.onGone(ids);
      }
      return { person: await this.#refreshed(into.id), undo };
    } catch (error) {
      if (done === 0) throw error;
      const why = (error as Error).message;
      // Lost where the server is: what is done can be taken back all the same, once it is there again.
      if (done < total) await this.#refreshed(into.id).catch(() => undefined);
      const sentence = done < total ? this.#options.brokenOff(done, total, why) : why;
      throw new PartlyDone(sentence, () => undo().then(() => undefined), error);
    } finally {
      this.#options.onMoved();
    }
  }

  async #part(given: number[][], merges: number[], into: number): Promise<readonly UndoneMerge[]> {
    for (let ids = given.at(-1); ids !== undefined; ids = given.at(-1)) {
      await this.#options.api.giveFaces(into, ids, false);
      given.pop();
    }
    if (merges.length > 0) return this.#options.undoMerges(merges, into);
    await this.#refreshed(into);
    this.#options.onMoved();
    return [];
  }

  async #refreshed(id: number): Promise<Person> {
    const person = await this.#options.api.get(id);
    this.#options.onChanged(person);
    return person;
  }

  /** Has lists leave people out, or show them again; who has no name is ignored by that. @returns how to take it back */
  async hide(people: readonly Person[], hidden: boolean): Promise<() => Promise<void>> {
    const ids = people.filter((person) => person.hidden_by_choice !== hidden).map(({ id }) => id);
    const set = async (hidden: boolean): Promise<void> => {
      for (const some of inPieces(ids, mostAtOnce)) {
        const { people: changed } = await this.#options.api.hideAll(some, hidden);
        for (const person of changed) this.#options.onChanged(person);
      }
      if (!hidden) this.#options.onShown();
    };
    await set(hidden);
    return () => set(!hidden);
  }
}

function inPieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
