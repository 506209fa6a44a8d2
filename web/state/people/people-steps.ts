import type { Faces, MergedPeople, People, Person, UndoneMerge } from '../../../core/http/wire.ts';
import { PartlyDone } from '../partly-done.ts';
import type { NewestPeople } from './newest-people.ts';
import type { Change } from './people-edits.ts';

export interface PeopleStepsOptions {
  readonly api: {
    mergeAll(ids: readonly number[], into: number): Promise<MergedPeople>;
    hideAll(ids: readonly number[], hidden: boolean): Promise<People>;
    giveFaces(id: number, faceIds: readonly number[], areTheirs: boolean): Promise<Faces>;
  };
  readonly newest: NewestPeople;
  /** Called with the new version of a person. */
  onChanged(person: Person): void;
  /** Called when people reappear in lists. */
  onShown(): void;
  /** Called with the ids of people who were merged into others. */
  onGone(ids: readonly number[]): void;
  /** Called when faces changed owners. */
  onMoved(): void;
  /** Undoes merges; undone ones are removed from `merges`. @returns the people who were separated again */
  undoMerges(merges: number[], into: number): Promise<readonly UndoneMerge[]>;
  /** The message if a merge stopped halfway. */
  brokenOff(done: number, total: number, reason: string): string;
}

/** The most people, or faces, per request. */
const maxMerged = 100;
const maxPerRequest = 200;

/** Changes to many people at once, each with one undo. */
export class PeopleSteps {
  readonly #options: PeopleStepsOptions;

  constructor(options: PeopleStepsOptions) {
    this.#options = options;
  }

  /**
   * Merges people into one person, and assigns faces without an owner to that person.
   * @returns the person; an `undo` that fails halfway continues where it stopped when called again
   * @throws PartlyDone if only some were merged or assigned, or the person could not be loaded afterwards
   */
  async join(people: readonly Person[], faceIds: readonly number[], into: Person): Promise<Change> {
    const { api } = this.#options;
    const merges: number[] = [];
    const assignedFaces: number[][] = [];
    let done = 0;
    const undo = (): Promise<readonly UndoneMerge[]> => this.#part(assignedFaces, merges, into.id);
    const mergedIds = people.map(({ id }) => id).filter((id) => id !== into.id);
    const total = faceIds.length + mergedIds.length;
    try {
      for (const ids of pieces(faceIds, maxPerRequest)) {
        await api.giveFaces(into.id, ids, true);
        assignedFaces.push(ids);
        done += ids.length;
      }
      for (const ids of pieces(mergedIds, maxMerged)) {
        merges.push((await api.mergeAll(ids, into.id)).merge_id);
        done += ids.length;
        this.#options.onGone(ids);
      }
      return { person: await this.#refreshed(into.id), undo };
    } catch (error) {
      if (done === 0) throw error;
      const reason = (error as Error).message;
      // The connection may be lost: what is done can still be undone when the server is back.
      if (done < total) await this.#refreshed(into.id).catch(() => undefined);
      const sentence = done < total ? this.#options.brokenOff(done, total, reason) : reason;
      throw new PartlyDone(sentence, () => undo().then(() => undefined), error);
    } finally {
      this.#options.onMoved();
    }
  }

  async #part(assignedFaces: number[][], merges: number[], into: number): Promise<readonly UndoneMerge[]> {
    for (let ids = assignedFaces.at(-1); ids !== undefined; ids = assignedFaces.at(-1)) {
      await this.#options.api.giveFaces(into, ids, false);
      assignedFaces.pop();
    }
    if (merges.length > 0) return this.#options.undoMerges(merges, into);
    await this.#refreshed(into);
    this.#options.onMoved();
    return [];
  }

  async #refreshed(id: number): Promise<Person> {
    const person = await this.#options.newest.read(id);
    this.#options.onChanged(person);
    return person;
  }

  /** Hides people from lists, or shows them again; hiding an unnamed person means to ignore the person. @returns an undo */
  async hide(people: readonly Person[], hidden: boolean): Promise<() => Promise<void>> {
    const ids = people.filter((person) => person.hidden_by_choice !== hidden).map(({ id }) => id);
    const set = async (hidden: boolean): Promise<void> => {
      for (const part of pieces(ids, maxPerRequest)) {
        const { people: changedPeople } = await this.#options.api.hideAll(part, hidden);
        for (const person of changedPeople) this.#options.onChanged(this.#options.newest.take(person));
      }
      if (!hidden) this.#options.onShown();
    };
    await set(hidden);
    return () => set(!hidden);
  }
}

function pieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
