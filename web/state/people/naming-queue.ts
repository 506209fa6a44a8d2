import { batch, computed, signal } from '@preact/signals';
import type { FaceQueue } from './face-queue.ts';
import type { GroupQueue } from './group-queue.ts';
import { namingStages, type NamingStage } from './naming-stages.ts';
import type { SkippedOnes } from './skipped-ones.ts';

interface Parts {
  readonly groups: GroupQueue;
  readonly likely: FaceQueue;
  readonly rest: FaceQueue;
  readonly skips: { readonly faces: SkippedOnes; readonly groups: SkippedOnes };
  /** The number of faces without an owner. */
  count(): Promise<number>;
}

/** The stages of the page on which faces are named. The stage that names most photos at a time comes first. */
export class NamingQueue {
  readonly stage = signal<NamingStage>('groups');
  /** Incremented when all stages start again. */
  readonly turn = signal(0);
  /** The stage of a decision that was just undone, which the page should show. */
  readonly wanted = signal<NamingStage | null>(null);
  readonly groups: GroupQueue;
  readonly likely: FaceQueue;
  readonly rest: FaceQueue;
  /** The number of faces without an owner; null until it is loaded. */
  readonly loose = signal<number | null>(null);
  /** The face queue of the stage; while groups are shown, that of likely people. */
  readonly faces = computed(() => (this.stage.value === 'rest' ? this.rest : this.likely));
  readonly active = computed<GroupQueue | FaceQueue>(() => this.#of(this.stage.value));
  /** The stage whose last decision can be undone: the current one, else the first one that has any. */
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

  /** Goes to a stage, and loads it. */
  async go(stage: NamingStage): Promise<void> {
    this.stage.value = stage;
    await Promise.all([this.active.peek().resume(), this.#count()]);
  }

  /**
   * Groups and faces have changed: each stage is read again when it is shown next.
   * @param broughtBack ids of groups and faces whose decision was undone elsewhere
   */
  outdate(broughtBack: { readonly faces?: readonly number[]; readonly groups?: readonly number[] } = {}): void {
    this.groups.outdate(broughtBack.groups);
    for (const part of [this.likely, this.rest]) part.outdate(broughtBack.faces);
  }

  /** Shows all skipped faces and groups again, from the start. The component that shows a stage loads it. */
  showSkipped(): void {
    for (const list of [this.#parts.skips.faces, this.#parts.skips.groups]) list.clear();
    this.outdate();
    this.turn.value++;
  }

  /** Undoes the last decision of a stage, and shows the stage. */
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

  /** The number is optional: the page works without it. */
  async #count(): Promise<void> {
    const turn = this.turn.peek();
    const count = await this.#parts.count().catch(() => this.loose.peek());
    if (turn === this.turn.peek()) this.loose.value = count;
  }
}
