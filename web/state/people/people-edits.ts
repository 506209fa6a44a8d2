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
import { PartlyDone, type Undo } from '../partly-done.ts';

export interface PeopleEditsOptions {
  readonly api: {
    readonly people: {
      list(name: string, part: { offset: number; limit: number; withHidden: boolean }): Promise<People>;
      get(id: number): Promise<Person>;
      name(id: number, name: string): Promise<RenamedPerson>;
      unname(id: number): Promise<Ok>;
      hide(id: number, hidden: boolean): Promise<Person>;
      undoMerge(id: number): Promise<UndoneMerge>;
      keepApart(a: number, b: number): Promise<Ok>;
      chooseCover(id: number, faceId: number): Promise<Person>;
    };
    readonly faces: {
      assign(faceId: number, whose: { person_id: number }): Promise<AssignedFace>;
      unassign(faceId: number): Promise<Face>;
      reject(ids: readonly number[], rejected: boolean): Promise<Faces>;
    };
  };
  /** What became of somebody. */
  onChanged(person: Person): void;
  /** Somebody is in lists again who was hidden, or part of somebody else. */
  onShown(): void;
  /** They are part of somebody else now. */
  onGone(ids: readonly number[]): void;
  /** Faces went from one to another: lists of photos may have changed. */
  onMoved(): void;
}

/** What somebody is now, after others became part of them or they got a name. */
export interface Change {
  readonly person: Person;
  /** Takes it back. @returns who is apart again */
  readonly undo: () => Promise<readonly UndoneMerge[]>;
}

/** So many names that contain a name are looked through for the one that is it. */
const mostAlike = 200;

/** What can be done about people, and how to take it back where that is possible. */
export class PeopleEdits {
  readonly #options: PeopleEditsOptions;

  constructor(options: PeopleEditsOptions) {
    this.#options = options;
  }

  /** Who else has the name, hidden or not; null when nobody has. */
  async holderOf(name: string, besides: number | null): Promise<Person | null> {
    const key = nameKey(name);
    if (key === '') return null;
    const { people } = await this.#options.api.people.list(name.trim(), {
      offset: 0,
      limit: mostAlike,
      withHidden: true,
    });
    return people.find((person) => person.id !== besides && nameKey(person.name ?? '') === key) ?? null;
  }

  /**
   * Names somebody; whoever has the name already takes them in.
   * @returns what they are now, somebody else where they were taken in
   */
  async rename(person: Person, name: string): Promise<Change> {
    const { api } = this.#options;
    const answer = await api.people.name(person.id, name);
    if (answer.merged) return this.#merged(person.id, answer.merge_id, answer.target_id);
    const named = await api.people.get(person.id);
    this.#options.onChanged(named);
    const before = person.name;
    const undo = async (): Promise<[]> => {
      if (before === null) {
        await api.people.unname(person.id);
        // A name brought somebody back who was ignored.
        if (person.hidden_by_choice) await api.people.hide(person.id, true);
      } else await api.people.name(person.id, before);
      this.#options.onChanged({ ...named, name: before });
      return [];
    };
    return { person: named, undo };
  }

  /**
   * Takes people apart that became one, the last who came first. Begun again after a failure it goes on where that was.
   * @param merges their ids, in the order in which they were made; those that are undone are taken out
   * @returns who is apart again
   * @throws what the server answered; also when none of them can be undone any more
   */
  async undoMerges(merges: number[], into: number): Promise<readonly UndoneMerge[]> {
    const back: UndoneMerge[] = [];
    let missing: unknown;
    try {
      for (let id = merges.at(-1); id !== undefined; id = merges.at(-1)) {
        try {
          back.push(await this.#options.api.people.undoMerge(id));
        } catch (error) {
          if ((error as { status?: number }).status !== 404) throw error;
          // Undone before, perhaps by us when the answer was lost: the others still can be.
          missing = error;
        }
        merges.pop();
      }
    } finally {
      if (back.length > 0) await this.#parted(into);
    }
    if (missing !== undefined && back.length === 0) throw missing as Error;
    return back;
  }

  /** Has lists leave people out, or show them again; nothing becomes of their photos. @returns how to take it back */
  async hide(people: readonly Person[], hidden: boolean): Promise<Undo> {
    const changed: Person[] = [];
    const set = async (these: readonly Person[], hidden: boolean, done?: Person[]): Promise<void> => {
      for (const { id } of these) {
        const person = await this.#options.api.people.hide(id, hidden);
        done?.push(person);
        this.#options.onChanged(person);
      }
      if (!hidden) this.#options.onShown();
    };
    await set(
      people.filter((person) => person.hidden_by_choice !== hidden),
      hidden,
      changed,
    );
    return () => set(changed, !hidden);
  }

  /** Two are not one, and are not suggested any more. */
  async keepApart(a: Person, b: Person): Promise<void> {
    await this.#options.api.people.keepApart(a.id, b.id);
  }

  async chooseCover(person: Person, faceId: number): Promise<{ person: Person; undo: Undo | null }> {
    const before = person.cover_face_id;
    const changed = await this.#cover(person.id, faceId);
    const undo =
      before === null || before === faceId ? null : () => this.#cover(person.id, before).then(() => undefined);
    return { person: changed, undo };
  }

  /** The face is not that person's. @returns how to give it back */
  async unassign(face: Face, person: Person): Promise<Undo> {
    const { api } = this.#options;
    await api.faces.unassign(face.id);
    await this.#recount(person.id);
    return async () => {
      await api.faces.assign(face.id, { person_id: person.id });
      await this.#recount(person.id);
    };
  }

  /** What was taken for a face of that person is none. @returns how to give it back */
  async reject(face: Face, person: Person): Promise<Undo> {
    const say = async (rejected: boolean): Promise<void> => {
      await this.#options.api.faces.reject([face.id], rejected);
      await this.#recount(person.id);
    };
    await say(true);
    return () => say(false);
  }

  /** What was said to be no face is one: whoever had it has it again. @returns how to say again that it is none */
  async restore(face: Face): Promise<Undo> {
    const { api } = this.#options;
    const { faces } = await api.faces.reject([face.id], false);
    const owner = faces[0]?.person_id ?? null;
    const moved = async (): Promise<void> => {
      if (owner === null) this.#options.onMoved();
      else await this.#recount(owner);
    };
    await moved();
    return async () => {
      await api.faces.reject([face.id], true);
      await moved();
    };
  }

  async #cover(id: number, faceId: number): Promise<Person> {
    const changed = await this.#options.api.people.chooseCover(id, faceId);
    this.#options.onChanged(changed);
    return changed;
  }

  /** @throws PartlyDone when they are one, and nobody says what they are now */
  async #merged(gone: number, merge: number, into: number): Promise<Change> {
    const left = [merge];
    const undo = (): Promise<readonly UndoneMerge[]> => this.undoMerges(left, into);
    this.#options.onGone([gone]);
    try {
      const person = await this.#options.api.people.get(into);
      this.#options.onChanged(person);
      return { person, undo };
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

  /** Somebody unnamed whose last face left is nobody any more. */
  async #recount(id: number): Promise<void> {
    try {
      this.#options.onChanged(await this.#options.api.people.get(id));
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error;
      this.#options.onGone([id]);
    }
    this.#options.onMoved();
  }
}

const quietly =
  (undo: Change['undo']): Undo =>
  async () => {
    await undo();
  };

/** The one that keeps: named before unnamed, then with most faces. */
export function proposedTarget(people: readonly Person[]): Person | undefined {
  return [...people].sort(
    (a, b) => Number(b.name !== null) - Number(a.name !== null) || b.face_count - a.face_count || a.id - b.id,
  )[0];
}

/** Names with equal keys are the same name, as the server compares them. */
function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase().normalize('NFC');
}
