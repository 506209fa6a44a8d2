import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Face } from '../../../core/http/wire.ts';
import { FaceDetails, type Suggestion } from './face-details.ts';
import type { FaceQueueOptions, Whose } from './face-queue-options.ts';
import { QueuedFaces, type Decision } from './queued-faces.ts';

const pageSize = 100;
/** So few faces before the end more are asked for. */
const spare = 20;

/**
 * The faces that are nobody's, one after the other, the surest first. A decision shows the next face at once; it is
 * sent meanwhile, one after the other, and a face whose decision failed comes back as the next one.
 */
export class FaceQueue {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  readonly #queue = new QueuedFaces();
  readonly at = this.#queue.at as ReadonlySignal<number>;
  readonly current = this.#queue.current;
  readonly next = this.#queue.next;
  /** How many were put off, now or on an earlier visit. */
  readonly skipped = computed(() => this.#queue.skipped.value + this.#leftOut.value);
  /** All faces were shown. */
  readonly isDone = computed(() => this.phase.value === 'ready' && !this.current.value && this.#unread.value === 0);
  readonly total = computed(() => this.#queue.all.value.length + this.#unread.value);
  /** How many faces went along with the last decision. */
  readonly followed = signal(0);
  readonly suggestions = computed<readonly Suggestion[] | null>(
    () => this.#detailsNow.value?.suggestions.value ?? null,
  );
  readonly photo = computed(() => this.#detailsNow.value?.photo.value ?? null);
  /** Faces of the server's queue that are not in this one yet. */
  readonly #unread = signal(0);
  /** Faces of the server's queue that are left out, since they were put off before. */
  readonly #leftOut = signal(0);
  /** Decisions in their order, the newest last, by face. */
  readonly #history = signal<readonly number[]>([]);
  readonly canUndo = computed(() => this.#history.value.length > 0);
  /** Faces that went along, by the face whose decision the server has taken. */
  readonly #followersOf = new Map<number, readonly Face[]>();
  /** Those of which the server knows that they are none, or that nobody knows them, and how that is taken back. */
  readonly #putAway = new Map<number, () => Promise<unknown>>();
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
    this.#options.onStart?.();
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
    this.#decide({ isFace: false }, (face) => this.#take(face, this.#options.reject.bind(this.#options)));
  }

  /** Says that nobody knows whose it is. */
  ignore(): void {
    const before = this.current.value?.decided;
    // It is somebody's: that is to be taken back first.
    if (before?.isFace && !before.isIgnored) return;
    const decision = { name: null, isFace: true, isIgnored: true } as const;
    this.#decide(decision, (face) => this.#take(face, this.#options.ignore.bind(this.#options)));
  }

  /** Leaves the face for another time. */
  skip(): void {
    const item = this.current.value;
    if (item && !item.decided) this.#options.skips.add(item.face.id);
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
    const before = this.#queue.find(faceId)?.decided ?? null;
    this.#options.onUndone();
    batch(() => {
      this.#queue.decide(faceId, null);
      this.#moveTo(this.#queue.indexOf(faceId));
    });
    return this.#inTurn(async () => {
      const followers = this.#followersOf.get(faceId);
      const putBack = this.#putAway.get(faceId);
      // Nothing is to be taken back of a decision that the server refused.
      if (!followers && !putBack) return;
      try {
        await putBack?.();
        this.#putAway.delete(faceId);
        // Whoever had it before it was rejected has it again until here.
        if (followers) await this.#options.unassign(faceId);
        for (const { id } of followers ?? []) await this.#options.unassign(id);
      } catch (error) {
        this.#queue.decide(faceId, before);
        this.#history.value = [...this.#history.value, faceId];
        throw error;
      }
      this.#followersOf.delete(faceId);
      this.#queue.add(followers ?? []);
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
    this.#putAway.clear();
    batch(() => {
      this.#queue.clear();
      this.#unread.value = 0;
      this.#leftOut.value = 0;
      this.#history.value = [];
      this.followed.value = 0;
      this.phase.value = 'loading';
    });
  }

  #decide(decision: Decision, send: (face: Face) => Promise<void>): void {
    const item = this.current.value;
    if (!item) return;
    const { face, decided: before } = item;
    this.#options.skips.remove(face.id);
    batch(() => {
      this.followed.value = 0;
      this.#queue.decide(face.id, decision);
      this.#history.value = [...this.#history.value.filter((id) => id !== face.id), face.id];
      this.#goOn();
    });
    this.#inTurn(() => send(face)).catch((error: unknown) => {
      if (before) this.#queue.decide(face.id, before);
      else this.#bringBack(face.id);
      this.#options.onFailed(error);
    });
    this.#options.onDecided(decision, () => this.undo(face.id));
  }

  async #take(face: Face, away: (faceId: number, isAway: boolean) => Promise<unknown>): Promise<void> {
    // One word at a time holds.
    await this.#putAway.get(face.id)?.();
    await away(face.id, true);
    this.#putAway.set(face.id, () => away(face.id, false));
    this.#changed();
  }

  async #assign(face: Face, whose: Whose): Promise<void> {
    const { person, propagated_ids } = await this.#options.assign(face.id, whose);
    this.#putAway.delete(face.id);
    const unread = propagated_ids.filter((id) => this.#queue.indexOf(id) < 0);
    const followers = propagated_ids.flatMap((id) => {
      const item = this.#queue.find(id);
      // The face that shows stays: somebody is about to decide.
      return item && !item.decided && item !== this.current.value ? [item.face] : [];
    });
    this.#followersOf.set(face.id, [...(this.#followersOf.get(face.id) ?? []), ...followers]);
    batch(() => {
      this.#unread.value = Math.max(0, this.#unread.value - unread.length);
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
    if (this.#unread.value > 0 && this.#queue.all.value.length - index <= spare) {
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
        let added = 0;
        do {
          const waiting = this.#queue.all.value.filter(({ decided }) => !decided).length;
          const offset = waiting + this.#leftOut.value;
          const { faces, total } = await this.#options.faces({ offset, limit: pageSize });
          const shown = faces.filter(({ id }) => !this.#options.skips.ids.value.has(id));
          batch(() => {
            this.#leftOut.value += faces.length - shown.length;
            added = this.#queue.add(shown);
            const isOver = added === 0 && shown.length === faces.length;
            this.#unread.value = isOver ? 0 : Math.max(0, total - offset - faces.length);
            this.phase.value = 'ready';
          });
        } while (added === 0 && this.#unread.value > 0);
      });
      this.#prepare();
    } catch (error) {
      this.failure.value = (error as Error).message;
      if (!this.current.value) this.phase.value = 'failed';
    } finally {
      this.#isReading = false;
    }
  }

  /** The server refused what was decided about a face. */
  #bringBack(faceId: number): void {
    const item = this.#queue.find(faceId);
    // Who has taken it back meanwhile looks at it again.
    if (!item?.decided) return;
    this.#forgetDecision(faceId);
    this.#queue.bringBack(item);
  }

  #forgetDecision(faceId: number): void {
    this.#history.value = this.#history.value.filter((id) => id !== faceId);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
