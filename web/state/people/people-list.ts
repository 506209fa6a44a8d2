import { computed, signal } from '@preact/signals';
import type { People, Person, SuggestedMerges } from '../../../core/http/wire.ts';

export interface PeopleListOptions {
  people(name: string, part: { offset: number; limit: number; withHidden: boolean }): Promise<People>;
  /** Those with the most similar people first. */
  oftenAlike?(part: { offset: number; limit: number }): Promise<SuggestedMerges>;
}

/** A page of the list, and how many similar people each person has, if that is known. */
interface Page extends People {
  readonly candidates: readonly (readonly [id: number, count: number])[];
}

export type PeopleOrder = 'photos' | 'candidates';

const pageSize = 60;
/** An unnamed person in at most this many photos is probably a passer-by. */
const passerBy = 2;
/** The first people are always shown, so that small libraries fold nothing away. */
const neverFolded = 12;

/** The people on the people page: read in pages, with passers-by folded away until they are requested. */
export class PeopleList {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  /** Why the people could not be loaded. */
  readonly failure = signal('');
  /** The search text as typed, with spaces at its ends. */
  readonly typed = signal('');
  /** The part of a name that is searched for. */
  readonly name = computed(() => this.typed.value.trim());
  readonly unfolded = signal(false);
  /** Whether hidden people are included. */
  readonly withHidden = signal(false);
  readonly total = signal(0);
  readonly order = signal<PeopleOrder>('photos');
  /** How many similar people each person has, by id; only in the order `candidates`. */
  readonly candidates = signal<ReadonlyMap<number, number>>(new Map());
  readonly shown = computed(() => {
    const all = this.#people.value;
    if (this.unfolded.value || this.name.value !== '' || this.order.value === 'candidates') return all;
    const end = all.findIndex(({ name, photo_count }) => name === null && photo_count <= passerBy);
    return end < 0 ? all : all.slice(0, Math.max(end, neverFolded));
  });
  /** How many people are folded away; 0 until the list has reached them. */
  readonly folded = computed(() =>
    this.shown.value.length < this.#people.value.length ? this.total.value - this.shown.value.length : 0,
  );
  readonly #people = signal<readonly Person[]>([]);
  readonly #options: PeopleListOptions;
  /** How many people there were when `follow` was called last. */
  #grouped: number | undefined;
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;
  /** Incremented for each person who was changed or removed here. */
  #changes = 0;
  #loading = false;

  constructor(options: PeopleListOptions) {
    this.#options = options;
  }

  /** Reads as many people as are loaded, at least one page. The current ones stay until the answer arrives. */
  async refresh(): Promise<void> {
    const count = Math.max(pageSize, Math.min(1000, this.#people.peek().length));
    await this.#load(0, count);
  }

  /**
   * Reads the list again if it is empty, or if the number of people on the server has changed. A list of several pages stays as it
   * is, and so does one that is searched.
   * @param grouped that number, undefined before it is known
   */
  async follow(grouped: number | undefined): Promise<void> {
    const before = this.#grouped;
    this.#grouped = grouped;
    const total = this.total.peek();
    const hasNews = total === 0 ? Boolean(grouped) : before !== undefined && before !== grouped;
    if (hasNews && total < pageSize && this.name.peek() === '') await this.refresh();
  }

  /** Searches for part of a name. */
  async filter(typed: string): Promise<void> {
    const oldName = this.name.value;
    this.typed.value = typed;
    if (this.name.value === oldName) return;
    await this.#load(0, pageSize);
  }

  /** Reads the next page, unless everything that is shown is loaded or a request is running. */
  async more(): Promise<void> {
    const count = this.#people.peek().length;
    if (this.#loading || this.phase.value !== 'ready' || count >= this.total.value || this.folded.value > 0) return;
    await this.#load(count, pageSize);
  }

  /** Shows passers-by, too. */
  async unfold(): Promise<void> {
    this.unfolded.value = true;
    await this.more();
  }

  /** Includes hidden people, or leaves them out. */
  async showHidden(isOn: boolean): Promise<void> {
    this.withHidden.value = isOn;
    await this.refresh();
  }

  /** Changes the order, and starts from the beginning. */
  async sort(order: PeopleOrder): Promise<void> {
    this.order.value = order;
    this.typed.value = '';
    this.phase.value = 'loading';
    this.#people.value = [];
    await this.#load(0, pageSize);
  }

  /** Replaces a person with a changed version. */
  replace(person: Person): void {
    this.#changes++;
    if (person.hidden && !this.withHidden.value) {
      this.remove([person.id]);
      return;
    }
    this.#people.value = this.#people.value.map((entry) => (entry.id === person.id ? person : entry));
  }

  remove(ids: readonly number[]): void {
    this.#changes++;
    const remaining = this.#people.value.filter(({ id }) => !ids.includes(id));
    this.total.value -= this.#people.value.length - remaining.length;
    this.#people.value = remaining;
  }

  /** Clears everything, to be read again. */
  forget(): void {
    this.#turn++;
    this.#loading = false;
    this.#grouped = undefined;
    this.#people.value = [];
    this.total.value = 0;
    this.typed.value = '';
    this.unfolded.value = false;
    this.order.value = 'photos';
    this.withHidden.value = false;
    this.phase.value = 'loading';
  }

  async #load(offset: number, limit: number): Promise<void> {
    const turn = ++this.#turn;
    this.#loading = true;
    try {
      const changes = this.#changes;
      const earlier = this.#people.value.slice(0, offset);
      const { people, total, candidates } = await this.#ask(earlier.length, limit);
      if (turn !== this.#turn) return;
      // After a change in the meantime, the answer may be out of date.
      if (changes !== this.#changes) {
        await this.#load(offset, limit);
        return;
      }
      const earlierIds = new Set(earlier.map(({ id }) => id));
      this.#people.value = [...earlier, ...people.filter(({ id }) => !earlierIds.has(id))];
      this.candidates.value = new Map([...(earlier.length === 0 ? [] : this.candidates.value), ...candidates]);
      // The list ends when a page is empty, even if the total says otherwise.
      this.total.value = people.length === 0 ? this.#people.value.length : total;
      this.phase.value = 'ready';
    } catch (error) {
      if (turn !== this.#turn) return;
      this.failure.value = (error as Error).message;
      if (offset === 0) this.phase.value = 'failed';
    } finally {
      if (turn === this.#turn) this.#loading = false;
    }
  }

  async #ask(offset: number, limit: number): Promise<Page> {
    const options = this.#options;
    // A search by name covers all people, in the usual order.
    if (this.order.value === 'photos' || this.name.value !== '' || !options.oftenAlike) {
      const part = { offset, limit, withHidden: this.withHidden.value };
      return { ...(await options.people(this.name.value, part)), candidates: [] };
    }
    const { people, total } = await options.oftenAlike({ offset, limit });
    const candidates = people.map(({ person, candidate_count }) => [person.id, candidate_count] as const);
    return { people: people.map(({ person }) => person), total, candidates };
  }
}
