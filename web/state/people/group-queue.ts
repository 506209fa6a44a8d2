import { batch, computed, signal } from '@preact/signals';
import type { Face, FaceList, People, Person, SimilarPeople, Suggestion } from '../../../core/http/wire.ts';
import type { Undo } from '../partly-done.ts';
import { GroupDetails } from './group-details.ts';
import type { SkippedOnes } from './skipped-ones.ts';
import { WorkInLine } from './work-in-line.ts';

/** What somebody said of a group: a name; null for a stranger, who is ignored. */
export type GroupDecision = string | null;

/** A group of faces without a name, and what was said of it. */
export interface QueuedGroup {
  readonly person: Person;
  /** Undefined as long as nothing was said. */
  readonly decided: GroupDecision | undefined;
}

export interface GroupQueueOptions {
  groups(part: { offset: number; limit: number }): Promise<People>;
  faces(personId: number): Promise<FaceList>;
  alike(personId: number): Promise<SimilarPeople>;
  /** Names a group; whoever has the name takes it in. */
  name(person: Person, name: string): Promise<Undo>;
  /** The group is somebody who is known. */
  merge(person: Person, into: Person): Promise<Undo>;
  ignore(person: Person): Promise<Undo>;
  /** Somebody decided: `undo` takes it back, also while the server has not answered yet. */
  onDecided(person: Person, decision: GroupDecision, undo: () => Promise<void>): void;
  onUndone(): void;
  onFailed(error: unknown): void;
  readonly skips: SkippedOnes;
}

const pageSize = 30;
/** So few groups before the end more are asked for. */
const spare = 6;
/** Groups whose faces are fetched before they show. */
const ahead = 3;

/**
 * The groups of faces that nobody has named, the biggest first, one after the other. A decision shows the next group at
 * once; it is sent meanwhile, and a group whose decision failed comes back as the next one.
 */
export class GroupQueue {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  readonly all = signal<readonly QueuedGroup[]>([]);
  readonly at = signal(0);
  readonly current = computed<QueuedGroup | null>(() => this.all.value[this.at.value] ?? null);
  readonly isDone = computed(() => this.phase.value === 'ready' && !this.current.value && this.#unread.value === 0);
  readonly total = computed(() => this.all.value.length + this.#unread.value);
  /** Those about which nothing was said. */
  readonly left = computed(() => this.all.value.filter(({ decided }) => !isSaid(decided)).length + this.#unread.value);
  /** Groups that were put off, now or on an earlier visit. */
  readonly skipped = computed(
    () =>
      this.#leftOut.value + this.all.value.filter(({ decided }, at) => at < this.at.value && !isSaid(decided)).length,
  );
  readonly suggestions = computed<readonly Suggestion[] | null>(() => this.#now.value?.suggestions.value ?? null);
  /** Of the group that shows. */
  readonly faces = computed<readonly Face[]>(() => this.#now.value?.faces.value ?? []);
  readonly canUndo = computed(() => this.#undos.value.length > 0);
  /** Groups of the server's list that are not here yet. */
  readonly #unread = signal(0);
  readonly #leftOut = signal(0);
  readonly #undos = signal<readonly { readonly id: number; readonly run: Promise<Undo> }[]>([]);
  readonly #details: GroupDetails;
  readonly #now = computed(() => (this.current.value ? this.#details.of(this.current.value.person) : null));
  readonly #options: GroupQueueOptions;
  readonly #line = new WorkInLine();
  #isReading = false;
  /** What is here is not what the server has any more. */
  #isStale = false;
  readonly #broughtBack: number[] = [];
  /** Counts the beginnings: answers to an earlier one are dropped. */
  #turn = 0;

  constructor(options: GroupQueueOptions) {
    this.#options = options;
    this.#details = new GroupDetails(options);
  }

  /** Goes on where it was, or asks for what has come since; what was decided can still be taken back. */
  async resume(): Promise<void> {
    if (!this.#isStale && (this.current.value || this.#isReading)) return;
    if (this.#isStale || this.#unread.value === 0) {
      const broughtBack = new Set(this.#broughtBack.splice(0));
      const decided = this.all.value.filter((item) => isSaid(item.decided) && !broughtBack.has(item.person.id));
      this.#beginAnew(decided);
    }
    await this.#read();
  }

  /**
   * The groups are others now: they are read anew when somebody looks at them again.
   * @param broughtBack ids of groups about which somebody has taken back what was said here
   */
  outdate(broughtBack: readonly number[] = []): void {
    this.#isStale = true;
    this.#broughtBack.push(...broughtBack);
  }

  /** Says that the group is the nth suggestion, from 0. */
  choose(n: number): void {
    const person = this.suggestions.value?.[n]?.person;
    if (person) this.assignTo(person);
  }

  name(name: string): void {
    const said = name.trim();
    if (said !== '') this.#decide(said, (person) => this.#options.name(person, said));
  }

  assignTo(into: Person): void {
    this.#decide(into.name ?? '', (person) => this.#options.merge(person, into));
  }

  /** Nobody knows who it is. */
  ignore(): void {
    this.#decide(null, (person) => this.#options.ignore(person));
  }

  /** Leaves the group for another time. */
  skip(): void {
    const item = this.current.value;
    if (item && !isSaid(item.decided)) this.#options.skips.add(item.person.id);
    this.#goOn();
  }

  /** To the group before, decided or not. */
  back(): void {
    if (this.at.value > 0) this.at.value -= 1;
  }

  async undoLast(): Promise<void> {
    const last = this.#undos.value.at(-1);
    if (last) await this.#undo(last.id);
  }

  retry(): void {
    this.phase.value = 'loading';
    void this.#read();
  }

  forget(): void {
    batch(() => {
      this.#beginAnew([]);
      this.#undos.value = [];
    });
  }

  #beginAnew(decided: readonly QueuedGroup[]): void {
    this.#turn++;
    this.#isReading = false;
    this.#isStale = false;
    this.#details.forget();
    batch(() => {
      this.all.value = decided;
      this.at.value = decided.length;
      this.#unread.value = 0;
      this.#leftOut.value = 0;
      this.phase.value = 'loading';
    });
  }

  #decide(decision: GroupDecision, send: (person: Person) => Promise<Undo>): void {
    const item = this.current.value;
    // What was said once is taken back before something else is said.
    if (!item || isSaid(item.decided)) return;
    const { person } = item;
    const run = this.#line.run(() => send(person));
    this.#options.skips.remove(person.id);
    batch(() => {
      this.#say(person.id, decision);
      this.#undos.value = [...this.#undos.value, { id: person.id, run }];
      this.#goOn();
    });
    run.catch((error: unknown) => {
      this.#bringBack(person.id);
      this.#options.onFailed(error);
    });
    this.#options.onDecided(person, decision, () => this.#undo(person.id));
  }

  /** Takes the decision about a group back, and shows it again. */
  async #undo(id: number): Promise<void> {
    const taken = this.#undos.value.find((one) => one.id === id);
    if (!taken) return;
    const before = this.all.value.find(({ person }) => person.id === id)?.decided;
    this.#options.onUndone();
    batch(() => {
      this.#undos.value = this.#undos.value.filter((one) => one !== taken);
      this.#say(id, undefined);
      this.at.value = Math.max(
        0,
        this.all.value.findIndex(({ person }) => person.id === id),
      );
    });
    await this.#line.run(async () => {
      // A decision that failed has said so already, and there is nothing to take back.
      const undo = await taken.run.catch(() => null);
      try {
        await undo?.();
      } catch (error) {
        if (!this.all.value.some(({ person }) => person.id === id)) throw error;
        this.#say(id, before);
        this.#undos.value = [...this.#undos.value, taken];
        throw error;
      }
    });
  }

  #say(id: number, decided: GroupDecision | undefined): void {
    this.all.value = this.all.value.map((item) => (item.person.id === id ? { ...item, decided } : item));
  }

  /** The server refused what was said: the group comes next, never under the fingers. */
  #bringBack(id: number): void {
    const from = this.all.value.findIndex(({ person }) => person.id === id);
    const item = this.all.value[from];
    if (!item || !isSaid(item.decided)) return;
    batch(() => {
      this.#undos.value = this.#undos.value.filter((one) => one.id !== id);
      const rest = this.all.value.toSpliced(from, 1);
      if (from < this.at.value) this.at.value -= 1;
      this.all.value = rest.toSpliced(Math.min(this.at.value + 1, rest.length), 0, { ...item, decided: undefined });
    });
  }

  #goOn(): void {
    const { length } = this.all.value;
    let to = this.at.value + 1;
    while (to < length && isSaid(this.all.value[to]?.decided)) to++;
    this.at.value = Math.min(to, length);
    this.#prepare();
    if (this.#unread.value > 0 && length - to <= spare) void this.#read();
  }

  #prepare(): void {
    for (const { person, decided } of this.all.value.slice(this.at.value, this.at.value + 1 + ahead)) {
      if (!isSaid(decided)) this.#details.of(person);
    }
  }

  /** Reads on until a group comes that is not here yet, or the list is over. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const turn = this.#turn;
    try {
      let added = 0;
      do added = await this.#line.run(() => this.#readPart(turn));
      while (turn === this.#turn && added === 0 && this.#unread.value > 0);
      this.#prepare();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.failure.value = (error as Error).message;
      if (!this.current.value) this.phase.value = 'failed';
    } finally {
      if (turn === this.#turn) this.#isReading = false;
    }
  }

  /** Reads after what was decided has been sent: that has left the server's list then. @returns how many came */
  async #readPart(turn: number): Promise<number> {
    if (turn !== this.#turn) return 0;
    const waiting = this.all.value.filter(({ decided }) => !isSaid(decided)).length;
    const offset = waiting + this.#leftOut.value;
    const { people, total } = await this.#options.groups({ offset, limit: pageSize });
    if (turn !== this.#turn) return 0;
    const known = new Set(this.all.value.map(({ person }) => person.id));
    const fresh = people.filter(({ id }) => !known.has(id));
    const shown = fresh.filter(({ id }) => !this.#options.skips.ids.value.has(id));
    batch(() => {
      this.#leftOut.value += fresh.length - shown.length;
      this.all.value = [...this.all.value, ...shown.map((person) => ({ person, decided: undefined }))];
      this.#unread.value = fresh.length === 0 ? 0 : Math.max(0, total - offset - fresh.length);
      this.phase.value = 'ready';
    });
    return shown.length;
  }
}

const isSaid = (decided: GroupDecision | undefined): boolean => decided !== undefined;
