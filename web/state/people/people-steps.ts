import type { Faces, MergedPeople, People, Person, UndoneMerge } from '../../../core/http/wire.ts';
import { PartlyDone } from '../partly-done.ts';
import type { Change } from './people-edits.ts';

export interface PeopleStepsOptions {
  readonly api: {
    mergeAll(ids: readonly number[], into: number): Promise<MergedPeople>;
    undoMerge(id: number): Promise<UndoneMerge>;
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
   * @throws PartlyDone when only some of them are, or nobody says what they are now
   */
  async join(people: readonly Person[], faceIds: readonly number[], into: Person): Promise<Change> {
    const { api } = this.#options;
    const merges: number[] = [];
    const given: number[] = [];
    const undo = async (): Promise<readonly UndoneMerge[]> => {
      for (const ids of inPieces(given.splice(0), mostAtOnce)) await api.giveFaces(into.id, ids, false);
      const back: UndoneMerge[] = [];
      for (let id = merges.pop(); id !== undefined; id = merges.pop()) back.push(await api.undoMerge(id));
      this.#options.onChanged(await api.get(into.id));
      this.#options.onShown();
      this.#options.onMoved();
      return back;
    };
    const gone = people.map(({ id }) => id).filter((id) => id !== into.id);
    try {
      for (const ids of inPieces(faceIds, mostAtOnce)) {
        await api.giveFaces(into.id, ids, true);
        given.push(...ids);
      }
      for (const ids of inPieces(gone, mostMerged)) {
        merges.push((await api.mergeAll(ids, into.id)).merge_id);
        this.#options.onGone(ids);
      }
      const person = await api.get(into.id);
      this.#options.onChanged(person);
      return { person, undo };
    } catch (error) {
      if (given.length === 0 && merges.length === 0) throw error;
      throw new PartlyDone((error as Error).message, () => undo().then(() => undefined), error);
    } finally {
      this.#options.onMoved();
    }
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
