import { signal } from '@preact/signals';
import type { Face, FaceList } from '../../../core/http/wire.ts';

const pageSize = 100;

/** A list of faces that is read in parts: those of one person, or what is said to be none. */
export class PersonFaces {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  readonly faces = signal<readonly Face[]>([]);
  readonly #list: (part: { offset: number; limit: number }) => Promise<FaceList>;
  #total = Infinity;
  #loading = false;

  constructor(list: (part: { offset: number; limit: number }) => Promise<FaceList>) {
    this.#list = list;
  }

  /** Reads on, unless all are there. */
  async more(): Promise<void> {
    const offset = this.faces.peek().length;
    if (this.#loading || offset >= this.#total) return;
    this.#loading = true;
    try {
      const { faces, total } = await this.#list({ offset, limit: pageSize });
      const known = new Set(this.faces.value.map(({ id }) => id));
      this.faces.value = [...this.faces.value, ...faces.filter(({ id }) => !known.has(id))];
      this.#total = faces.length === 0 ? this.faces.value.length : total;
      this.phase.value = 'ready';
    } catch (error) {
      this.failure.value = (error as Error).message;
      if (offset === 0) this.phase.value = 'failed';
    } finally {
      this.#loading = false;
    }
  }

  /** Takes a face out. @returns how to put it back where it was */
  remove(face: Face): () => void {
    const at = this.faces.value.findIndex(({ id }) => id === face.id);
    if (at < 0) return () => undefined;
    this.faces.value = this.faces.value.filter(({ id }) => id !== face.id);
    this.#total--;
    return () => {
      if (this.faces.value.some(({ id }) => id === face.id)) return;
      this.faces.value = [...this.faces.value.slice(0, at), face, ...this.faces.value.slice(at)];
      this.#total++;
    };
  }
}
