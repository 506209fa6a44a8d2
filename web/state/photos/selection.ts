import { computed, signal } from '@preact/signals';
import type { PhotoItem } from '../../../core/http/wire.ts';
import type { PhotoGrid } from './photo-grid.ts';

/** Photos that one range may take in: more is a mistake of the hand, and would have to be loaded first. */
const longestRange = 5000;

/** Photos that are picked at most: their items are kept, and each is named when something is done with them. */
const mostPicked = 50_000;

/** The photos of a list that were picked, to do something with them together. */
export class Selection {
  readonly #picked = signal<ReadonlyMap<string, PhotoItem>>(new Map());
  readonly count = computed(() => this.#picked.value.size);
  /** Where a range begins: the photo that was picked last. */
  #from: number | null = null;
  /** Ends the reading of photos that are to be picked. */
  #stop = new AbortController();

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

  /** Whether a part of a list is picked as a whole, as far as its photos are loaded. */
  hasRange(grid: PhotoGrid, first: number, last: number): boolean {
    if (this.count.value < Math.min(last - first, mostPicked)) return false;
    for (let i = first; i < last; i++) {
      const photo = grid.pages.get(i);
      if (photo && !this.has(photo.uid)) return false;
    }
    return true;
  }

  /**
   * Picks all photos from `first` up to, not including, `last`, or drops them when all are picked already. Those that are
   * not loaded are read, and picked as they come.
   * @param only `picks`: they are never dropped
   * @returns how many of them that was; fewer than asked for when they are too many
   * @throws what reading throws
   */
  async toggleRange(grid: PhotoGrid, first: number, last: number, only?: 'picks'): Promise<number> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const end = Math.min(last, first + mostPicked);
    const read: PhotoItem[] = [];
    let picks = only === 'picks';
    try {
      for await (const photos of partsOf(grid, first, end, stop.signal)) {
        // What was asked for last counts: it has ended this.
        if (stop.signal.aborted) return last - first;
        read.push(...photos);
        picks ||= photos.some(({ uid }) => !this.has(uid));
        if (picks) this.#picked.value = new Map([...this.#picked.value, ...read.map(entry)]);
      }
    } catch (error) {
      if (stop.signal.aborted) return last - first;
      throw error;
    }
    if (!picks) {
      const picked = new Map(this.#picked.value);
      for (const { uid } of read) picked.delete(uid);
      this.#picked.value = picked;
    }
    this.#from = first;
    return end - first;
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
    this.#picked.value = new Map([...this.#picked.value, ...changed.map(entry)]);
  }

  clear(): void {
    this.#stop.abort();
    if (this.#picked.value.size > 0) this.#picked.value = new Map();
    this.#from = null;
  }
}

/** Photos of a part of a list: those that are loaded when all are, else as they are read. */
async function* partsOf(
  grid: PhotoGrid,
  first: number,
  last: number,
  stop: AbortSignal,
): AsyncGenerator<readonly PhotoItem[]> {
  const loaded: PhotoItem[] = [];
  for (let i = first; i < last; i++) {
    const photo = grid.pages.get(i);
    if (!photo) break;
    loaded.push(photo);
  }
  if (loaded.length === last - first) yield loaded;
  else yield* grid.read(first, last, stop);
}

function entry(photo: PhotoItem): [string, PhotoItem] {
  return [photo.uid, photo];
}
