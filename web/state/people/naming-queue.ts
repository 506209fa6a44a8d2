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
  readonly skippedFaces: SkippedOnes;
  /** How many faces are nobody's. */
  count(): Promise<number>;
}

/** What the page of faces to name goes through: what names most photos at a time comes first. */
export class NamingQueue {
  readonly stage = signal<NamingStage>('groups');
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

  /** Begins with the biggest group. */
  async start(): Promise<void> {
    batch(() => {
      for (const faces of [this.likely, this.rest]) faces.forget();
      this.stage.value = 'groups';
    });
    await Promise.all([this.groups.start(), this.#count()]);
  }

  /** To a stage; what is in it is read when it is first looked at. */
  async go(stage: NamingStage): Promise<void> {
    this.stage.value = stage;
    const queue = this.active.peek();
    await Promise.all([queue.current.peek() ? undefined : queue.start(), this.#count()]);
  }

  /** From the beginning, with all that was put off. */
  async withSkipped(): Promise<void> {
    this.#parts.skippedFaces.clear();
    this.groups.forget();
    await this.groups.restart();
    await this.start();
  }

  /** Takes the last decision of a stage back. */
  async undoLast(stage: NamingStage): Promise<void> {
    await this.#of(stage).undoLast();
  }

  forget(): void {
    batch(() => {
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
    this.loose.value = await this.#parts.count().catch(() => this.loose.peek());
  }
}
