import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Face, FaceList, Person, SimilarPeople, Suggestion } from '../../../core/http/wire.ts';
import { NotUndone, type Undo } from '../partly-done.ts';
import { GroupDetails } from './group-details.ts';
import { ItemsToCome, type ListPart } from './items-to-come.ts';
import { QueuedItems } from './queued-items.ts';
import type { SkippedOnes } from './skipped-ones.ts';
import { WorkInLine, type UnfinishedWork } from '../work-in-line.ts';

/** The name given to a group; null if it is ignored as a stranger. */
export interface GroupDecision {
  readonly name: string | null;
}

export interface GroupQueueOptions {
  groups(part: { offset: number; limit: number }): Promise<ListPart<Person>>;
  faces(personId: number): Promise<FaceList>;
  alike(personId: number): Promise<SimilarPeople>;
  /** Names a group. If a person has the name already, the group is merged into that person. */
  name(person: Person, name: string): Promise<Undo>;
  /** Merges the group into a known person. */
  merge(person: Person, into: Person): Promise<Undo>;
  ignore(person: Person): Promise<Undo>;
  /** Called for each decision: `undo` reverts it, even before the server has answered. */
  onDecided(decision: GroupDecision, undo: () => Promise<void>): void;
  onUndone(): void;
  onFailed(error: unknown): void;
  readonly skips: SkippedOnes;
  /** Where decisions are counted until they are stored. */
  readonly unfinished?: UnfinishedWork;
}

const groupsAtOnce = 30;
/** More groups are loaded when no more than these are left. */
const readAhead = 6;

/**
 * The unnamed groups of faces, one after the other, the biggest first. A decision shows the next group at once and is sent
 * in the background; a group whose decision fails comes back as the next one.
 */
export class GroupQueue {
  readonly #queue = new QueuedItems<'person', Person, GroupDecision>('person');
  readonly #line: WorkInLine;
  readonly #coming: ItemsToCome<'person', Person, GroupDecision>;
  readonly at = this.#queue.at as ReadonlySignal<number>;
  readonly current = this.#queue.current;
  readonly isDone = computed(() => this.phase.value === 'ready' && !this.current.value && !this.#coming.hasMore.value);
  readonly total = computed(() => this.#queue.all.value.length + this.#coming.unread.value);
  /** Groups without a decision. */
  readonly left = computed(() => this.#queue.undecided.value + this.#coming.unread.value);
  /** How many groups were skipped, now or on an earlier visit. */
  readonly skipped = computed(() => this.#queue.skipped.value + this.#coming.leftOut.value);
  readonly suggestions = computed<readonly Suggestion[] | null>(() => this.#now.value?.suggestions.value ?? null);
  /** The faces of the visible group. */
  readonly faces = computed<readonly Face[]>(() => this.#now.value?.faces.value ?? []);
  readonly canUndo = computed(() => this.#undos.value.length > 0);
  readonly #undos = signal<readonly { readonly id: number; readonly run: Promise<Undo> }[]>([]);
  readonly #details: GroupDetails;
  readonly #now = computed(() => (this.current.value ? this.#details.of(this.current.value.person) : null));
  readonly #options: GroupQueueOptions;
  /** Whether the server's list has changed since it was read. */
  #isStale = false;
  readonly #broughtBack = new Set<number>();

  constructor(options: GroupQueueOptions) {
    this.#options = options;
    this.#line = new WorkInLine(options.unfinished);
    this.#details = new GroupDetails(options);
    this.#coming = new ItemsToCome({
      part: (part) => options.groups(part),
      limit: groupsAtOnce,
      skips: options.skips,
      queue: this.#queue,
      line: this.#line,
    });
  }

  get phase(): ReadonlySignal<'loading' | 'ready' | 'failed'> {
    return this.#coming.phase;
  }

  /** Why the groups could not be loaded. */
  get failure(): ReadonlySignal<string> {
    return this.#coming.failure;
  }

  /** Continues where it was, or loads new groups. Earlier decisions can still be undone. */
  async resume(): Promise<void> {
    if (!this.#isStale && (this.current.value || this.#coming.isReading)) return;
    if (this.#isStale || !this.#coming.hasMore.value) {
      this.#restart(() => {
        this.#queue.remove(this.#broughtBack);
        this.#queue.keepDecided();
      });
    }
    await this.#read();
  }

  /**
   * The groups have changed: they are read again by the next `resume`.
   * @param broughtBack ids of groups whose decision was undone elsewhere
   */
  outdate(broughtBack: readonly number[] = []): void {
    this.#isStale = true;
    for (const id of broughtBack) this.#broughtBack.add(id);
  }

  /** Merges the group into the nth suggestion, from 0. */
  choose(n: number): void {
    const person = this.suggestions.value?.[n]?.person;
    if (person) this.assignTo(person);
  }

  name(name: string): void {
    const newName = name.trim();
    if (newName !== '') this.#decide({ name: newName }, (person) => this.#options.name(person, newName));
  }

  assignTo(into: Person): void {
    this.#decide({ name: into.name ?? '' }, (person) => this.#options.merge(person, into));
  }

  /** Marks that the person is unknown. */
  ignore(): void {
    this.#decide({ name: null }, (person) => this.#options.ignore(person));
  }

  /** Leaves the group for later. */
  skip(): void {
    const item = this.current.value;
    if (item && !item.decided) this.#options.skips.add(item.person.id);
    this.#goOn();
  }

  /** Goes to the previous group, decided or not. */
  back(): void {
    if (this.at.value > 0) this.#queue.at.value -= 1;
  }

  async undoLast(): Promise<void> {
    const last = this.#undos.value.at(-1);
    if (last) await this.#undo(last.id);
  }

  /** Continues loading after a failure. */
  retry(): void {
    this.#coming.phase.value = 'loading';
    void this.#read();
  }

  forget(): void {
    this.#line.clear();
    this.#restart(() => {
      this.#queue.clear();
      this.#undos.value = [];
    });
  }

  #restart(change: () => void): void {
    this.#isStale = false;
    this.#details.forget();
    batch(() => {
      this.#coming.restart();
      change();
    });
    this.#broughtBack.clear();
  }

  #decide(decision: GroupDecision, send: (person: Person) => Promise<Undo>): void {
    const item = this.current.value;
    // A decided group can only be decided again after an undo.
    if (!item || item.decided) return;
    const { person } = item;
    const run = this.#line.run(() => send(person));
    this.#options.skips.remove(person.id);
    batch(() => {
      this.#queue.decide(person.id, decision);
      this.#undos.value = [...this.#undos.value, { id: person.id, run }];
      this.#goOn();
    });
    run.catch((error: unknown) => {
      this.#bringBack(person.id);
      this.#options.onFailed(error);
    });
    this.#options.onDecided(decision, () => this.#undo(person.id));
  }

  /** Undoes the decision about a group, and shows the group again. */
  async #undo(id: number): Promise<void> {
    const undone = this.#undos.value.find((entry) => entry.id === id);
    if (!undone) return;
    const oldDecision = this.#queue.find(id)?.decided ?? null;
    this.#options.onUndone();
    batch(() => {
      this.#undos.value = this.#undos.value.filter((entry) => entry !== undone);
      this.#queue.decide(id, null);
      this.#queue.at.value = Math.max(0, this.#queue.indexOf(id));
    });
    await this.#line.run(async () => {
      // A failed decision was already reported, and there is nothing to undo.
      const undo = await undone.run.catch(() => null);
      try {
        await undo?.();
      } catch (error) {
        if (this.#queue.indexOf(id) < 0) throw error;
        this.#queue.decide(id, oldDecision);
        if (!(error instanceof NotUndone)) this.#undos.value = [...this.#undos.value, undone];
        throw error;
      }
    });
  }

  /** Brings a group back after the server has rejected the decision about it. */
  #bringBack(id: number): void {
    const item = this.#queue.find(id);
    if (!item?.decided) return;
    batch(() => {
      this.#undos.value = this.#undos.value.filter((entry) => entry.id !== id);
      this.#queue.bringBack(item);
    });
  }

  #goOn(): void {
    const to = this.#queue.following;
    this.#queue.at.value = to;
    this.#prepare();
    if (this.#coming.hasMore.value && this.#queue.all.value.length - to <= readAhead) void this.#read();
  }

  #prepare(): void {
    const item = this.current.value;
    if (item && !item.decided) this.#details.of(item.person);
    for (const { person } of this.#queue.next.value) this.#details.of(person);
  }

  async #read(): Promise<void> {
    await this.#coming.read();
    this.#prepare();
  }
}
