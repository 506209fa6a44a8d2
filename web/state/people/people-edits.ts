import type {
  AssignedFace,
  Face,
  Faces,
  Ok,
  People,
  Person,
  RenamedPerson,
  UndoneMerge,
} from '../../../core/http/wire.ts';
import { NotUndone, PartlyDone, type Undo } from '../partly-done.ts';
import type { NewestPeople } from './newest-people.ts';

export interface PeopleEditsOptions {
  readonly api: {
    readonly people: {
      list(name: string, part: { offset: number; limit: number; withHidden: boolean }): Promise<People>;
      name(id: number, name: string): Promise<RenamedPerson>;
      takeBackName(id: number, name: string, earlier: string | null): Promise<unknown>;
      hide(id: number, hidden: boolean): Promise<Person>;
      undoMerge(id: number): Promise<UndoneMerge>;
      keepApart(a: number, b: number): Promise<Ok>;
      chooseCover(id: number, faceId: number): Promise<Person>;
    };
    readonly faces: {
      assign(faceId: number, assignee: { person_id: number }): Promise<AssignedFace>;
      unassign(faceId: number): Promise<Face>;
      reject(ids: readonly number[], rejected: boolean): Promise<Faces>;
    };
  };
  readonly newest: NewestPeople;
  /** Called with the new version of a person. */
  onChanged(person: Person): void;
  /** Called when people reappear in lists: they were merged into others. */
  onShown(): void;
  /** Called with the ids of people who no longer exist because they were merged or lost their last face. */
  onGone(ids: readonly number[]): void;
  /** Called when faces changed owners: lists of photos may have changed. */
  onMoved(): void;
}

/** A person after a merge or a change of name. */
export interface Change {
  readonly person: Person;
  /** Undoes it. @returns the people who were separated again */
  readonly undo: () => Promise<readonly UndoneMerge[]>;
}

/** A search by name returns at most this many people; the exact name is searched for among them. */
const maxMatches = 200;

/** Why a name stays: somebody has changed it since, the earlier one belongs to somebody else, or the person is gone. */
const notTakenBack: ReadonlySet<unknown> = new Set(['name_changed', 'name_held', 'no_such_person']);

/** Changes to people, with undo where possible. */
export class PeopleEdits {
  readonly #options: PeopleEditsOptions;

  constructor(options: PeopleEditsOptions) {
    this.#options = options;
  }

  /** Another person with the same name, hidden or not; null if there is none. */
  async holderOf(name: string, exceptId: number | null): Promise<Person | null> {
    const key = nameKey(name);
    if (key === '') return null;
    const { people } = await this.#options.api.people.list(name.trim(), {
      offset: 0,
      limit: maxMatches,
      withHidden: true,
    });
    return people.find((person) => person.id !== exceptId && nameKey(person.name ?? '') === key) ?? null;
  }

  /**
   * Names a person; if the name belongs to another person already, `person` is merged into that one.
   * @returns the named person, or the person that it was merged into
   */
  async rename(person: Person, name: string): Promise<Change> {
    const { api } = this.#options;
    const answer = await api.people.name(person.id, name);
    if (answer.merged) return this.#merged(person.id, answer.merge_id, answer.target_id);
    const renamed = await this.#read(person.id);
    const oldName = person.name;
    const undo = async (): Promise<[]> => {
      await api.people.takeBackName(person.id, name, oldName).catch(async (error: unknown) => {
        const failure = NotUndone.from(error, notTakenBack);
        if (failure instanceof NotUndone) await this.#reload(person.id).catch(() => undefined);
        throw failure;
      });
      // The name made a hidden person visible again.
      if (oldName === null && person.hidden_by_choice) await api.people.hide(person.id, true);
      await this.#reload(person.id);
      return [];
    };
    return { person: renamed, undo };
  }

  /**
   * Undoes merges, newest first. A repeated call after a failure continues where it stopped.
   * @param merges their ids, oldest first; undone ones are removed from the array
   * @returns the people who were separated again
   * @throws the server's error; also if none of the merges can be undone any more
   */
  async undoMerges(merges: number[], into: number): Promise<readonly UndoneMerge[]> {
    const undoneMerges: UndoneMerge[] = [];
    let missing: unknown;
    try {
      for (let id = merges.at(-1); id !== undefined; id = merges.at(-1)) {
        try {
          undoneMerges.push(await this.#options.api.people.undoMerge(id));
        } catch (error) {
          if ((error as { status?: number }).status !== 404) throw error;
          // This merge was undone before, perhaps by us with a lost answer. The others can still be undone.
          missing = error;
        }
        merges.pop();
      }
    } finally {
      if (undoneMerges.length > 0) await this.#parted(into);
    }
    if (missing !== undefined && undoneMerges.length === 0) throw missing as Error;
    return undoneMerges;
  }

  /** Marks two people as different, so that they are not suggested as a pair again. */
  async keepApart(a: Person, b: Person): Promise<void> {
    await this.#options.api.people.keepApart(a.id, b.id);
  }

  async chooseCover(person: Person, faceId: number): Promise<{ person: Person; undo: Undo | null }> {
    const oldCover = person.cover_face_id;
    const changedPerson = await this.#cover(person.id, faceId);
    const undo =
      oldCover === null || oldCover === faceId ? null : () => this.#cover(person.id, oldCover).then(() => undefined);
    return { person: changedPerson, undo };
  }

  /** Removes a face from a person. @returns an undo */
  async unassign(face: Face, person: Person): Promise<Undo> {
    const { api } = this.#options;
    await api.faces.unassign(face.id);
    await this.#recount(person.id);
    return async () => {
      await api.faces.assign(face.id, { person_id: person.id });
      await this.#recount(person.id);
    };
  }

  /** Marks that a face of a person is not a face. @returns an undo */
  async reject(face: Face, person: Person): Promise<Undo> {
    const setRejected = async (rejected: boolean): Promise<void> => {
      await this.#options.api.faces.reject([face.id], rejected);
      await this.#recount(person.id);
    };
    await setRejected(true);
    return () => setRejected(false);
  }

  /** Reverts "not a face": the face belongs again to the person it had before. @returns a function that marks it again */
  async restore(face: Face): Promise<Undo> {
    const { api } = this.#options;
    const { faces } = await api.faces.reject([face.id], false);
    const owner = faces[0]?.person_id ?? null;
    const refresh = async (): Promise<void> => {
      if (owner === null) this.#options.onMoved();
      else await this.#recount(owner);
    };
    await refresh();
    return async () => {
      await api.faces.reject([face.id], true);
      await refresh();
    };
  }

  async #cover(id: number, faceId: number): Promise<Person> {
    const changedPerson = this.#options.newest.take(await this.#options.api.people.chooseCover(id, faceId));
    this.#options.onChanged(changedPerson);
    return changedPerson;
  }

  /** @throws PartlyDone if the merge succeeded, but the merged person could not be loaded */
  async #merged(removedId: number, merge: number, into: number): Promise<Change> {
    const merges = [merge];
    const undo = (): Promise<readonly UndoneMerge[]> => this.undoMerges(merges, into);
    this.#options.onGone([removedId]);
    try {
      return { person: await this.#read(into), undo };
    } catch (error) {
      throw new PartlyDone((error as Error).message, quietly(undo), error);
    } finally {
      this.#options.onMoved();
    }
  }

  async #parted(into: number): Promise<void> {
    await this.#recount(into);
    this.#options.onShown();
  }

  async #recount(id: number): Promise<void> {
    await this.#reload(id);
    this.#options.onMoved();
  }

  /** Reloads a person. An unnamed person without faces no longer exists (404). */
  async #reload(id: number): Promise<void> {
    try {
      await this.#read(id);
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      this.#options.onGone([id]);
    }
  }

  async #read(id: number): Promise<Person> {
    const person = await this.#options.newest.read(id);
    this.#options.onChanged(person);
    return person;
  }
}

const quietly =
  (undo: Change['undo']): Undo =>
  async () => {
    await undo();
  };

/** The person to keep in a merge: named before unnamed, then the one with most faces. */
export function proposedTarget(people: readonly Person[]): Person | undefined {
  return [...people].sort(
    (a, b) => Number(b.name !== null) - Number(a.name !== null) || b.face_count - a.face_count || a.id - b.id,
  )[0];
}

/** Equal keys mean the same name; this matches the server's comparison. */
function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().normalize('NFC');
}
