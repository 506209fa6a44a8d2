import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Face } from '../../../core/http/wire.ts';
import { FaceDetails, type Suggestion } from './face-details.ts';
import type { Decision, FaceQueueOptions, Assignee } from './face-queue-options.ts';
import { ItemsToCome } from './items-to-come.ts';
import { QueuedItems, type Queued } from './queued-items.ts';
import { WorkInLine } from '../work-in-line.ts';

/** More faces are loaded when no more than these are left. */
const readAhead = 20;
const facesAtOnce = 100;

export type QueuedFace = Queued<'face', Face, Decision>;

/**
 * The faces without an owner, one after the other, the surest first. A decision shows the next face at once and is sent in
 * the background, in order; a face whose decision fails comes back as the next one.
 */
export class FaceQueue {
  readonly #queue = new QueuedItems<'face', Face, Decision>('face');
  readonly #line: WorkInLine;
  readonly #coming: ItemsToCome<'face', Face, Decision>;
  readonly at = this.#queue.at as ReadonlySignal<number>;
  readonly current = this.#queue.current;
  readonly next = this.#queue.next;
  /** How many were skipped, now or on an earlier visit. */
  readonly skipped = computed(() => this.#queue.skipped.value + this.#coming.leftOut.value);
  /** Whether all faces were shown. */
  readonly isDone = computed(() => this.phase.value === 'ready' && !this.current.value && !this.#coming.hasMore.value);
  readonly total = computed(() => this.#queue.all.value.length + this.#coming.unread.value);
  /** How many similar faces were assigned along with the last decision. */
  readonly followed = signal(0);
  readonly suggestions = computed<readonly Suggestion[] | null>(
    () => this.#detailsNow.value?.suggestions.value ?? null,
  );
  readonly photo = computed(() => this.#detailsNow.value?.photo.value ?? null);
  /** Ids of decided faces, the newest decision last. */
  readonly #history = signal<readonly number[]>([]);
  readonly canUndo = computed(() => this.#history.value.length > 0);
  /** Faces that were assigned along with a face, by the id of that face, for decisions that the server has stored. */
  readonly #followersOf = new Map<number, readonly Face[]>();
  /** Faces that the server has as "not a face" or "ignored", by id, with the call that reverts it. */
  readonly #putAway = new Map<number, () => Promise<unknown>>();
  readonly #details: FaceDetails;
  readonly #detailsNow = computed(() => {
    const face = this.current.value?.face;
    return face ? this.#details.of(face) : null;
  });
  readonly #options: FaceQueueOptions;
  /** Whether the server's list has changed since it was read. */
  #isStale = false;
  /** Incremented by `forget`: answers to earlier requests are dropped. */
  #turn = 0;

  constructor(options: FaceQueueOptions) {
    this.#options = options;
    this.#line = new WorkInLine(options.unfinished);
    this.#coming = new ItemsToCome({
      part: (part) => options.faces(part),
      limit: facesAtOnce,
      skips: options.skips,
      queue: this.#queue,
      line: this.#line,
    });
    this.#details = new FaceDetails(options);
  }

  get phase(): ReadonlySignal<'loading' | 'ready' | 'failed'> {
    return this.#coming.phase;
  }

  /** Why the faces could not be loaded. */
  get failure(): ReadonlySignal<string> {
    return this.#coming.failure;
  }

  /** Continues where it was, or loads new faces; earlier decisions can still be undone. */
  async resume(): Promise<void> {
    if (!this.#isStale && (this.current.value || this.#coming.isReading)) return;
    if (this.#isStale || !this.#coming.hasMore.value) {
      this.#isStale = false;
      this.#details.forget();
      batch(() => {
        this.#coming.restart();
        this.#queue.keepDecided();
        this.followed.value = 0;
      });
      this.#options.onStart?.();
    }
    await this.#read();
  }

  /**
   * The faces without an owner have changed: they are read again by the next `resume`.
   * @param broughtBack ids of faces whose decision here was undone elsewhere
   */
  outdate(broughtBack: readonly number[] = []): void {
    this.#isStale = true;
    for (const id of broughtBack) {
      this.#forgetDecision(id);
      this.#putAway.delete(id);
    }
    this.#queue.remove(new Set(broughtBack));
  }

  /** Assigns the face to the nth suggestion, from 0. */
  choose(n: number): void {
    const person = this.suggestions.value?.[n]?.person;
    if (person) this.assignTo(person.id, person.name);
  }

  /** Assigns the face to the person with this name, or to a new person. */
  name(name: string): void {
    const assignee = { name: name.trim() };
    if (assignee.name !== '') this.#decide({ ...assignee, isFace: true }, (face) => this.#assign(face, assignee));
  }

  assignTo(personId: number, name: string | null): void {
    this.#decide({ name, isFace: true }, (face) => this.#assign(face, { person_id: personId }));
  }

  /** Marks that it is not a face. */
  reject(): void {
    this.#decide({ isFace: false }, (face) => this.#take(face, this.#options.reject.bind(this.#options)));
  }

  /** Marks that the person is unknown. */
  ignore(): void {
    const oldDecision = this.current.value?.decided;
    // The face is assigned to a person: that has to be undone first.
    if (oldDecision?.isFace && !oldDecision.isIgnored) return;
    const decision = { name: null, isFace: true, isIgnored: true } as const;
    this.#decide(decision, (face) => this.#take(face, this.#options.ignore.bind(this.#options)));
  }

  /** Leaves the face for later. */
  skip(): void {
    const item = this.current.value;
    if (item && !item.decided) this.#options.skips.add(item.face.id);
    this.#goOn();
  }

  /** Goes to the previous face, decided or not. */
  back(): void {
    if (this.at.value > 0) this.#moveTo(this.at.value - 1);
  }

  /** Undoes the newest decision that is not undone yet. */
  async undoLast(): Promise<void> {
    const last = this.#history.value.at(-1);
    if (last !== undefined) await this.undo(last);
  }

  /** Undoes the decision about a face, and shows the face again. */
  undo(faceId: number): Promise<void> {
    if (!this.#history.value.includes(faceId)) return Promise.resolve();
    this.#forgetDecision(faceId);
    const oldDecision = this.#queue.find(faceId)?.decided ?? null;
    this.#options.onUndone();
    batch(() => {
      this.#queue.decide(faceId, null);
      this.#moveTo(this.#queue.indexOf(faceId));
    });
    const turn = this.#turn;
    return this.#line.run(async () => {
      const followers = this.#followersOf.get(faceId);
      const putBack = this.#putAway.get(faceId);
      // The server has rejected this decision, so nothing needs to be reverted.
      if (!followers && !putBack) return;
      try {
        await putBack?.();
        this.#putAway.delete(faceId);
        // Until this call, the face belongs again to the person it had before it was rejected.
        if (followers) await this.#options.unassign(faceId);
        for (const { id } of followers ?? []) await this.#options.unassign(id);
      } catch (error) {
        if (turn !== this.#turn) throw error;
        this.#queue.decide(faceId, oldDecision);
        this.#history.value = [...this.#history.value, faceId];
        throw error;
      }
      if (turn !== this.#turn) return;
      this.#followersOf.delete(faceId);
      this.#queue.add(followers ?? []);
      this.#changed();
    });
  }

  /** Continues loading after a failure. */
  retry(): void {
    this.#coming.phase.value = 'loading';
    void this.#read();
  }

  forget(): void {
    for (const part of [this.#followersOf, this.#putAway, this.#line]) part.clear();
    this.#isStale = false;
    this.#turn++;
    this.#details.forget();
    batch(() => {
      this.#coming.restart();
      this.#queue.clear();
      this.#history.value = [];
      this.followed.value = 0;
    });
  }

  #decide(decision: Decision, send: (face: Face) => Promise<void>): void {
    const item = this.current.value;
    if (!item) return;
    const { face, decided: oldDecision } = item;
    this.#options.skips.remove(face.id);
    batch(() => {
      this.followed.value = 0;
      this.#queue.decide(face.id, decision);
      this.#history.value = [...this.#history.value.filter((id) => id !== face.id), face.id];
      this.#goOn();
    });
    this.#line
      .run(() => send(face))
      .catch((error: unknown) => {
        if (oldDecision) this.#queue.decide(face.id, oldDecision);
        else this.#bringBack(face.id);
        this.#options.onFailed(error);
      });
    this.#options.onDecided(decision, () => this.undo(face.id));
  }

  async #take(face: Face, setAway: (faceId: number, isAway: boolean) => Promise<unknown>): Promise<void> {
    // An earlier "not a face" or "ignored" is reverted first: only one of them can hold.
    await this.#putAway.get(face.id)?.();
    const turn = this.#turn;
    await setAway(face.id, true);
    if (turn !== this.#turn) return;
    this.#putAway.set(face.id, () => setAway(face.id, false));
    this.#changed();
  }

  async #assign(face: Face, assignee: Assignee): Promise<void> {
    const turn = this.#turn;
    const { person, propagated_ids } = await this.#options.assign(face.id, assignee);
    if (turn !== this.#turn) return;
    this.#putAway.delete(face.id);
    const unlisted = propagated_ids.filter((id) => this.#queue.indexOf(id) < 0);
    const followers = propagated_ids.flatMap((id) => {
      const item = this.#queue.find(id);
      // The visible face stays, since the user is about to decide on it.
      return item && !item.decided && item !== this.current.value ? [item.face] : [];
    });
    this.#followersOf.set(face.id, [...(this.#followersOf.get(face.id) ?? []), ...followers]);
    batch(() => {
      this.#coming.unread.value = Math.max(0, this.#coming.unread.value - unlisted.length);
      this.followed.value = propagated_ids.length;
      this.#queue.remove(new Set(followers.map(({ id }) => id)));
      if (this.#queue.find(face.id)?.decided?.isFace) this.#queue.decide(face.id, { name: person.name, isFace: true });
    });
    this.#changed();
  }

  #changed(): void {
    this.#details.renew(this.next.value.map(({ face }) => face));
    this.#options.onChanged();
  }

  #goOn(): void {
    this.#moveTo(this.#queue.following);
  }

  #moveTo(index: number): void {
    this.#queue.at.value = index;
    this.#prepare();
    if (this.#coming.hasMore.value && this.#queue.all.value.length - index <= readAhead) {
      void this.#read();
    }
  }

  #prepare(): void {
    for (const { face } of [...(this.current.value ? [this.current.value] : []), ...this.next.value]) {
      this.#details.of(face);
    }
  }

  async #read(): Promise<void> {
    await this.#coming.read();
    this.#prepare();
  }

  /** Brings a face back after the server has rejected the decision about it. */
  #bringBack(faceId: number): void {
    const item = this.#queue.find(faceId);
    // If the decision was undone in the meantime, the face is already back.
    if (!item?.decided) return;
    this.#forgetDecision(faceId);
    this.#queue.bringBack(item);
  }

  #forgetDecision(faceId: number): void {
    this.#history.value = this.#history.value.filter((id) => id !== faceId);
  }
}
