import { batch, computed, signal } from '@preact/signals';
import type { Face } from '../../../core/http/wire.ts';

/** Whose a face was said to be, with no name for somebody unnamed; that nobody knows; or that it is none. */
export type Decision =
  { readonly name: string | null; readonly isFace: true; readonly isIgnored?: boolean } | { readonly isFace: false };

/** A face of the queue, and what was said of it. */
export interface QueuedFace {
  readonly face: Face;
  /** Null as long as it is nobody's. */
  readonly decided: Decision | null;
}

/** Faces that are made ready before they show. */
const ahead = 3;

/** The faces of the queue that are here, in their order, and the one among them that shows. */
export class QueuedFaces {
  readonly all = signal<readonly QueuedFace[]>([]);
  /** Place of the one that shows; that after the last when all were shown. */
  readonly at = signal(0);
  readonly current = computed<QueuedFace | null>(() => this.all.value[this.at.value] ?? null);
  /** Those that come next. */
  readonly next = computed(() =>
    this.all.value
      .slice(this.at.value + 1)
      .filter(({ decided }) => !decided)
      .slice(0, ahead),
  );
  /** How many were passed over. */
  readonly skipped = computed(() => this.all.value.slice(0, this.at.value).filter(({ decided }) => !decided).length);

  find(faceId: number): QueuedFace | undefined {
    return this.all.value[this.indexOf(faceId)];
  }

  /** @returns -1 for one that is not here */
  indexOf(faceId: number): number {
    return this.all.value.findIndex(({ face }) => face.id === faceId);
  }

  /** Adds those that are not here yet. @returns how many */
  add(faces: readonly Face[]): number {
    const known = new Set(this.all.value.map(({ face }) => face.id));
    const fresh = faces.filter(({ id }) => !known.has(id));
    this.all.value = [...this.all.value, ...fresh.map((face) => ({ face, decided: null }))];
    return fresh.length;
  }

  decide(faceId: number, decided: Decision | null): void {
    this.all.value = this.all.value.map((item) => (item.face.id === faceId ? { ...item, decided } : item));
  }

  /** Place of the next one that is nobody's. */
  get following(): number {
    const { length } = this.all.value;
    let to = this.at.value + 1;
    while (to < length && this.all.value[to]?.decided) to++;
    return Math.min(to, length);
  }

  /** Takes faces out; the one that shows goes on to do so. */
  remove(ids: ReadonlySet<number>): void {
    const before = this.all.value.slice(0, this.at.value).filter(({ face }) => ids.has(face.id)).length;
    batch(() => {
      this.all.value = this.all.value.filter(({ face }) => !ids.has(face.id));
      this.at.value -= before;
    });
  }

  /** Makes a face that is nobody's after all the next one: never the one under the fingers. */
  bringBack({ face }: QueuedFace): void {
    batch(() => {
      this.remove(new Set([face.id]));
      const place = Math.min(this.at.value + 1, this.all.value.length);
      this.all.value = this.all.value.toSpliced(place, 0, { face, decided: null });
    });
  }

  /** Takes out those about which nothing was said, and shows what comes next. */
  keepDecided(): void {
    batch(() => {
      this.all.value = this.all.value.filter(({ decided }) => decided);
      this.at.value = this.all.value.length;
    });
  }

  clear(): void {
    batch(() => {
      this.all.value = [];
      this.at.value = 0;
    });
  }
}
