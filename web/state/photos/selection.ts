import { computed, signal } from '@preact/signals';
import type { PhotoItem } from '../../../core/http/wire.ts';
import type { PhotoGrid } from './photo-grid.ts';

/** Photos that one range may take in: more is a mistake of the hand, and would have to be loaded first. */
const longestRange = 5000;

/** The photos of a list that were picked, to do something with them together. */
export class Selection {
  readonly #picked = signal<ReadonlyMap<string, PhotoItem>>(new Map());
  readonly count = computed(() => this.#picked.value.size);
  /** Where a range begins: the photo that was picked last. */
  #from: number | null = null;

  get photos(): PhotoItem[] {
    return [...this.#picked.value.values()];
  }

  has(uid: string): boolean {
    return this.#picked.value.has(uid);
  }

  /** Picks a photo, or drops it when it was picked. */
  toggle(grid: PhotoGrid, index: number): void {
    const photo = grid.pages.get(index);
    if (!photo) return;
    const picked = new Map(this.#picked.value);
    if (!picked.delete(photo.uid)) picked.set(photo.uid, photo);
    this.#picked.value = picked;
    this.#from = index;
  }

  /**
   * Picks all photos from the one that was picked last up to this one, loading those that are not there yet.
   * @throws what loading throws
   */
  async extendTo(grid: PhotoGrid, index: number): Promise<void> {
    const from = this.#from ?? index;
    const [first, last] = from < index ? [from, index] : [index, from];
    const picked = new Map(this.#picked.value);
    for (let i = first; i <= Math.min(last, first + longestRange - 1); i++) {
      const photo = grid.pages.get(i) ?? (await grid.pages.load(i));
      if (photo) picked.set(photo.uid, photo);
    }
    this.#picked.value = picked;
    this.#from = index;
  }

  /** Picks these photos and no others; a range begins at `index`. */
  pickExactly(photos: readonly PhotoItem[], index: number): void {
    this.#picked.value = new Map(photos.map((photo) => [photo.uid, photo]));
    this.#from = index;
  }

  /** Takes over what an edit made of photos that are picked. */
  replaceAll(photos: readonly PhotoItem[]): void {
    const changed = photos.filter(({ uid }) => this.has(uid));
    if (changed.length === 0) return;
    this.#picked.value = new Map([
      ...this.#picked.value,
      ...changed.map((photo): [string, PhotoItem] => [photo.uid, photo]),
    ]);
  }

  clear(): void {
    if (this.#picked.value.size > 0) this.#picked.value = new Map();
    this.#from = null;
  }
}
