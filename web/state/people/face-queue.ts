import { batch, computed, signal } from '@preact/signals';
import type { AssignedFace, Face, FaceList, PhotoItem, Suggestions } from '../../../core/http/wire.ts';
import { FaceDetails, type Suggestion } from './face-details.ts';

export interface FaceQueueOptions {
  faces(part: { offset: number; limit: number }): Promise<FaceList>;
  suggestions(faceId: number): Promise<Suggestions>;
  photo(uid: string): Promise<PhotoItem>;
  assign(faceId: number, whose: Whose): Promise<AssignedFace>;
  unassign(faceId: number): Promise<unknown>;
  /** It is not a face, or is one after all. */
  reject(faceId: number, rejected: boolean): Promise<unknown>;
  /** Somebody decided: `undo` takes it back, also while the server has not answered yet. */
  onDecided(decision: Decision, undo: () => Promise<void>): void;
  /** Somebody took a decision back. */
  onUndone(): void;
  onFailed(error: unknown): void;
  /** The server took a decision, or took one back. */
  onChanged(): void;
}

export type Whose = { readonly person_id: number } | { readonly name: string };

/** Whose a face was said to be, with no name for somebody unnamed; or that it is none. */
export type Decision = { readonly name: string | null; readonly isFace: true } | { readonly isFace: false };

/** A face of the queue, and what was said of it. */
export interface QueuedFace {
  readonly face: Face;
  /** Null as long as it is nobody's. */
  readonly decided: Decision | null;
}

const pageSize = 100;
/** Faces that are made ready before they show. */
const ahead = 3;
/** So few faces before the end more are asked for. */
const spare = 20;

/**
 * The faces that are nobody's, one after the other, the surest first. A decision shows the next face at once; it is
 * sent meanwhile, one after the other, and a face whose decision failed comes back as the next one.
 */
export class FaceQueue {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  readonly at = signal(0);
  readonly current = computed<QueuedFace | null>(() => this.#queue.value[this.at.value] ?? null);
  /** The faces that come next. */
  readonly next = computed(() =>
    this.#queue.value
      .slice(this.at.value + 1)
      .filter(({ decided }) => !decided)
      .slice(0, ahead),
  );
  /** All faces were shown. */
  readonly isDone = computed(() => this.phase.value === 'ready' && !this.current.value && this.#unread.value === 0);
  readonly total = computed(() => this.#queue.value.length + this.#unread.value);
  /** Faces that were passed over. */
  readonly skipped = computed(() => this.#queue.value.slice(0, this.at.value).filter(({ decided }) => !decided).length);
  /** How many faces went along with the last decision. */
  readonly followed = signal(0);
  readonly suggestions = computed<readonly Suggestion[] | null>(
    () => this.#detailsNow.value?.suggestions.value ?? null,
  );
  readonly photo = computed(() => this.#detailsNow.value?.photo.value ?? null);
  readonly #queue = signal<readonly QueuedFace[]>([]);
  /** Faces of the server's queue that are not in this one yet. */
  readonly #unread = signal(0);
  /** Decisions in their order, the newest last, by face. */
  readonly #history = signal<readonly number[]>([]);
  readonly canUndo = computed(() => this.#history.value.length > 0);
  /** Faces that went along, by the face whose decision the server has taken. */
  readonly #followersOf = new Map<number, readonly Face[]>();
  /** Those of which the server knows that they are none. */
  readonly #rejected = new Set<number>();
  readonly #details: FaceDetails;
  readonly #detailsNow = computed(() => {
    const face = this.current.value?.face;
    return face ? this.#details.of(face) : null;
  });
  readonly #options: FaceQueueOptions;
  #last: Promise<unknown> = Promise.resolve();
  #isReading = false;

  constructor(options: FaceQueueOptions) {
    this.#options = options;
    this.#details = new FaceDetails(options);
  }

  /** Begins at the first face. */
  async start(): Promise<void> {
    await this.#last;
    this.forget();
    await this.#read();
  }

  /** Says that the face is that of the nth suggestion, from 0. */
  choose(n: number): void {
    const person = this.suggestions.value?.[n]?.person;
    if (person) this.assignTo(person.id, person.name);
  }

  /** Says whose face it is; nobody has to have the name yet. */
  name(name: string): void {
    const whose = { name: name.trim() };
    if (whose.name !== '') this.#decide({ ...whose, isFace: true }, (face) => this.#assign(face, whose));
  }

  assignTo(personId: number, name: string | null): void {
    this.#decide({ name, isFace: true }, (face) => this.#assign(face, { person_id: personId }));
  }

  /** Says that it is not a face. */
  reject(): void {
    this.#decide({ isFace: false }, (face) => this.#reject(face));
  }

  /** Leaves the face for another time. */
  skip(): void {
    this.#goOn();
  }

  /** To the face before, decided or not. */
  back(): void {
    if (this.at.value > 0) this.#moveTo(this.at.value - 1);
  }

  /** Takes the newest decision back that still stands. */
  async undoLast(): Promise<void> {
    const last = this.#history.value.at(-1);
    if (last !== undefined) await this.undo(last);
  }

  /** Takes the decision about a face back, and shows it again. */
  undo(faceId: number): Promise<void> {
    if (!this.#history.value.includes(faceId)) return Promise.resolve();
    this.#forgetDecision(faceId);
    const before = this.#itemOf(faceId)?.decided ?? null;
    this.#options.onUndone();
    batch(() => {
      this.#setDecided(faceId, null);
      this.#moveTo(this.#indexOf(faceId));
    });
    return this.#inTurn(async () => {
      const followers = this.#followersOf.get(faceId);
      const isRejected = this.#rejected.has(faceId);
      // Nothing is to be taken back of a decision that the server refused.
      if (!followers && !isRejected) return;
      try {
        if (isRejected) await this.#options.reject(faceId, false);
        this.#rejected.delete(faceId);
        // Whoever had it before it was rejected has it again until here.
        if (followers) await this.#options.unassign(faceId);
        for (const { id } of followers ?? []) await this.#options.unassign(id);
      } catch (error) {
        this.#setDecided(faceId, before);
        this.#history.value = [...this.#history.value, faceId];
        throw error;
      }
      this.#followersOf.delete(faceId);
      this.#queue.value = [...this.#queue.value, ...(followers ?? []).map((face) => ({ face, decided: null }))];
      this.#changed();
    });
  }

  /** Reads on after that failed. */
  retry(): void {
    this.phase.value = 'loading';
    void this.#read();
  }

  forget(): void {
    this.#details.forget();
    this.#followersOf.clear();
    this.#rejected.clear();
    batch(() => {
      this.#queue.value = [];
      this.#unread.value = 0;
      this.#history.value = [];
      this.followed.value = 0;
      this.at.value = 0;
      this.phase.value = 'loading';
    });
  }

  #decide(decision: Decision, send: (face: Face) => Promise<void>): void {
    const item = this.current.value;
    if (!item) return;
    const { face, decided: before } = item;
    batch(() => {
      this.followed.value = 0;
      this.#setDecided(face.id, decision);
      this.#history.value = [...this.#history.value.filter((id) => id !== face.id), face.id];
      this.#goOn();
    });
    this.#inTurn(() => send(face)).catch((error: unknown) => {
      if (before) this.#setDecided(face.id, before);
      else this.#bringBack(face.id);
      this.#options.onFailed(error);
    });
    this.#options.onDecided(decision, () => this.undo(face.id));
  }

  async #reject(face: Face): Promise<void> {
    await this.#options.reject(face.id, true);
    this.#rejected.add(face.id);
    this.#changed();
  }

  async #assign(face: Face, whose: Whose): Promise<void> {
    const { person, propagated_ids } = await this.#options.assign(face.id, whose);
    this.#rejected.delete(face.id);
    const unread = propagated_ids.filter((id) => this.#indexOf(id) < 0);
    const followers = propagated_ids.flatMap((id) => {
      const item = this.#itemOf(id);
      // The face that shows stays: somebody is about to decide.
      return item && !item.decided && item !== this.current.value ? [item.face] : [];
    });
    this.#followersOf.set(face.id, [...(this.#followersOf.get(face.id) ?? []), ...followers]);
    batch(() => {
      this.#unread.value = Math.max(0, this.#unread.value - unread.length);
      this.followed.value = propagated_ids.length;
      this.#leave(new Set(followers.map(({ id }) => id)));
      if (this.#itemOf(face.id)?.decided?.isFace) this.#setDecided(face.id, { name: person.name, isFace: true });
    });
    this.#changed();
  }

  #changed(): void {
    this.#details.renew(this.next.value.map(({ face }) => face));
    this.#options.onChanged();
  }

  #goOn(): void {
    const { length } = this.#queue.value;
    let to = this.at.value + 1;
    while (to < length && this.#queue.value[to]?.decided) to++;
    this.#moveTo(Math.min(to, length));
  }

  #moveTo(index: number): void {
    this.at.value = index;
    this.#prepare();
    if (this.#unread.value > 0 && this.#queue.value.length - index <= spare) {
      void this.#read();
    }
  }

  #prepare(): void {
    for (const { face } of [...(this.current.value ? [this.current.value] : []), ...this.next.value]) {
      this.#details.of(face);
    }
  }

  /** Reads the next faces, after what was decided has been sent: those have left the server's queue then. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      await this.#inTurn(async () => {
        const known = this.#queue.value;
        const offset = known.filter(({ decided }) => !decided).length;
        const { faces, total } = await this.#options.faces({ offset, limit: pageSize });
        const ids = new Set(known.map(({ face }) => face.id));
        const fresh = faces.filter(({ id }) => !ids.has(id)).map((face) => ({ face, decided: null }));
        batch(() => {
          this.#queue.value = [...known, ...fresh];
          this.#unread.value = fresh.length === 0 ? 0 : Math.max(0, total - offset - fresh.length);
          this.phase.value = 'ready';
        });
      });
      this.#prepare();
    } catch (error) {
      this.failure.value = (error as Error).message;
      if (!this.current.value) this.phase.value = 'failed';
    } finally {
      this.#isReading = false;
    }
  }

  /** A face whose decision the server refused is the next one: never the one under the fingers. */
  #bringBack(faceId: number): void {
    const item = this.#itemOf(faceId);
    const index = this.#indexOf(faceId);
    // Who has taken it back meanwhile looks at it again.
    if (!item?.decided) return;
    this.#forgetDecision(faceId);
    const at = this.at.value;
    const rest = this.#queue.value.filter(({ face }) => face.id !== faceId);
    const here = index < at ? at - 1 : at;
    batch(() => {
      const place = Math.min(here + 1, rest.length);
      this.#queue.value = [...rest.slice(0, place), { face: item.face, decided: null }, ...rest.slice(place)];
      this.at.value = here;
    });
  }

  #leave(ids: ReadonlySet<number>): void {
    const before = this.#queue.value.slice(0, this.at.value).filter(({ face }) => ids.has(face.id)).length;
    this.#queue.value = this.#queue.value.filter(({ face }) => !ids.has(face.id));
    this.at.value -= before;
  }

  #setDecided(faceId: number, decided: QueuedFace['decided']): void {
    this.#queue.value = this.#queue.value.map((item) => (item.face.id === faceId ? { ...item, decided } : item));
  }

  #forgetDecision(faceId: number): void {
    this.#history.value = this.#history.value.filter((id) => id !== faceId);
  }

  #itemOf(faceId: number): QueuedFace | undefined {
    return this.#queue.value[this.#indexOf(faceId)];
  }

  #indexOf(faceId: number): number {
    return this.#queue.value.findIndex(({ face }) => face.id === faceId);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
