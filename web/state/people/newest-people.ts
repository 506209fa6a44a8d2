import type { Person } from '../../../core/http/wire.ts';

/** The newest known versions of people, since answers may arrive in another order than the requests were sent. */
export class NewestPeople {
  readonly #get: (id: number) => Promise<Person>;
  readonly #known = new Map<number, { readonly turn: number; readonly person: Person }>();
  /** Incremented for each request, and for each answer to a change. */
  #turn = 0;

  constructor(get: (id: number) => Promise<Person>) {
    this.#get = get;
  }

  /** Reads a person. @returns the answer, or a version that is newer than this request */
  async read(id: number): Promise<Person> {
    const turn = ++this.#turn;
    return this.#newest(await this.#get(id), turn);
  }

  /** Takes a person from the answer to a change: answers to requests that were sent before it are older. */
  take(person: Person): Person {
    return this.#newest(person, ++this.#turn);
  }

  /** Clears everything, as after a sign-out. */
  forget(): void {
    this.#known.clear();
  }

  #newest(person: Person, turn: number): Person {
    const known = this.#known.get(person.id);
    if (known && known.turn > turn) return known.person;
    this.#known.set(person.id, { turn, person });
    return person;
  }
}
