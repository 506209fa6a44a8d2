import { signal } from '@preact/signals';
import type { PhotoItem, Stack } from '../../../core/http/wire.ts';

/** The stack of the open photo. */
export class OpenStack {
  readonly stack = signal<Stack | null>(null);
  readonly #get: (id: number, stop: AbortSignal) => Promise<Stack>;
  #stop = new AbortController();

  constructor(get: (id: number, stop: AbortSignal) => Promise<Stack>) {
    this.#get = get;
  }

  /** Reads the stack of a photo; null if that fails. */
  async read(photo: PhotoItem | null): Promise<void> {
    this.#stop.abort();
    const stop = (this.#stop = new AbortController()).signal;
    const id = photo?.stack?.id;
    if (this.stack.value?.id !== id) this.stack.value = null;
    if (id === undefined) return;
    try {
      const stack = await this.#get(id, stop);
      if (!stop.aborted) this.stack.value = stack;
    } catch {
      if (!stop.aborted) this.stack.value = null;
    }
  }

  /** The previous or next photo of the stack. */
  beside(uid: string | null, by: 1 | -1): PhotoItem | null {
    const photos = this.stack.value?.photos ?? [];
    const at = photos.findIndex((photo) => photo.uid === uid);
    return at < 0 ? null : (photos[at + by] ?? null);
  }
}
