import { batch, computed, signal } from '@preact/signals';
import type { FaceQueue } from './face-queue.ts';
import type { GroupQueue } from './group-queue.ts';
import type { SkippedOnes } from './skipped-ones.ts';

/** Groups without a name, then faces with a likely person, then all other faces. */
export const namingStages = ['groups', 'likely', 'rest'] as const;
export type NamingStage = (typeof namingStages)[number];

interface Parts {
  readonly groups: GroupQueue;
  readonly likely: FaceQueue;
  readonly rest: FaceQueue;
  readonly skips: { readonly faces: SkippedOnes; readonly groups: SkippedOnes };
  /** How many faces are nobody's. */
  count(): Promise<number>;
}

/** What the page of faces to name goes through: what names most photos at a time comes first. */
export class NamingQueue {
  readonly stage = signal<NamingStage>('groups');
  /** Counts how often all began anew. */
  readonly turn = signal(0);
  /** The stage of what was just taken back, which is to show. */
  readonly wanted = signal<NamingStage | null>(null);
  readonly groups: GroupQueue;
  readonly likely: FaceQueue;
  readonly rest: FaceQueue;
  /** How many faces are nobody's; null until the server said it. */
  readonly loose = signal<number | null>(null);
  /** The faces of the stage; those with a likely person while groups show. */
  readonly faces = computed(() => (this.stage.value === 'rest' ? this.rest : this.likely));
  readonly active = computed<GroupQueue | FaceQueue>(() => this.#of(this.stage.value));
  /** The stage whose last decision can be taken back: the one that shows, or one that is over. */
  readonly undoable = computed<NamingStage | null>(
    () => [this.stage.value, ...namingStages].find((stage) => this.#of(stage).canUndo.value) ?? null,
  );
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.groups = parts.groups;
    this.likely = parts.likely;
    this.rest = parts.rest;
  }

  /** To a stage; what is in it is read when it is first looked at. */
  async go(stage: NamingStage): Promise<void> {
    this.stage.value = stage;
    await Promise.all([this.active.peek().resume(), this.#count()]);
  }

  /**
   * Who is to be named are others now: what was read before is read anew when somebody looks at it again.
   * @param broughtBack ids of what is to be named again
   */
  outdate(broughtBack: { readonly faces?: readonly number[]; readonly groups?: readonly number[] } = {}): void {
    this.groups.outdate(broughtBack.groups);
    for (const part of [this.likely, this.rest]) part.outdate(broughtBack.faces);
  }

  /** All that was put off shows again, from the beginning: whoever shows a stage reads it. */
  showSkipped(): void {
    for (const skipped of [this.#parts.skips.faces, this.#parts.skips.groups]) skipped.clear();
    this.outdate();
    this.turn.value++;
  }

  /** Takes the last decision of a stage back, and shows the stage. */
  async undoLast(stage: NamingStage): Promise<void> {
    this.stage.value = stage;
    this.wanted.value = stage;
    await this.#of(stage).undoLast();
  }

  forget(): void {
    batch(() => {
      this.turn.value++;
      for (const part of [this.groups, this.likely, this.rest]) part.forget();
      this.stage.value = 'groups';
      this.loose.value = null;
    });
  }

  #of(stage: NamingStage): GroupQueue | FaceQueue {
    return stage === 'groups' ? this.groups : this[stage];
  }

  /** A comfort: the page is whole without the number. */
  async #count(): Promise<void> {
    const turn = this.turn.peek();
    const count = await this.#parts.count().catch(() => this.loose.peek());
    if (turn === this.turn.peek()) this.loose.value = count;
  }
}
