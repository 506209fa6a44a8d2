import { computed, signal } from '@preact/signals';
import type { PhotoItem, SomePhotos, StackRef } from '../../../core/http/wire.ts';
import type { PhotoGrid } from './photo-grid.ts';

/** Photos that one range may take in: more is a mistake of the hand, and would have to be loaded first. */
const longestRange = 5000;

/** Photos that are picked at most: their items are kept, and each is named when something is done with them. */
const mostPicked = 50_000;

/** Stacks whose photos are read at once. */
const mostStacks = 100;

/** The photos of a list that were picked, to do something with them together. */
export class Selection {
  readonly #picked = signal<ReadonlyMap<string, PhotoItem>>(new Map());
  readonly count = computed(() => this.#picked.value.size);
  /** Each photo of the list stands for its whole stack. */
  readonly ofStacks = signal(false);
  /** How many photos that are, with all of stacks, and of how many stacks. */
  readonly tally = computed(() => {
    const stacks = new Map(this.#stacked().map(({ id, count }) => [id, count]));
    const alone = this.photos.length - this.#stacked().length;
    return { photos: [...stacks.values()].reduce((sum, count) => sum + count, alone), stacks: stacks.size };
  });
  readonly #photosOf: (stacks: readonly number[]) => Promise<SomePhotos>;
  /** Where a range begins: the photo that was picked last. */
  #from: number | null = null;
  /** Ends the reading of photos that are to be picked. */
  #stop = new AbortController();

  /** @param photosOf the photos of some stacks */
  constructor(photosOf: (stacks: readonly number[]) => Promise<SomePhotos> = () => Promise.resolve({ photos: [] })) {
    this.#photosOf = photosOf;
  }

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
    if (picked.has(photo.uid)) this.#drop(picked, photo);
    else picked.set(photo.uid, photo);
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
      for (const photo of read) this.#drop(picked, photo);
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

  /** Picks all photos of stacks that are picked by the one that stands for them. */
  async open(): Promise<void> {
    const ids = [...new Set(this.#stacked().map(({ id }) => id))];
    for (let from = 0; from < ids.length; from += mostStacks) {
      const { photos } = await this.#photosOf(ids.slice(from, from + mostStacks));
      this.#picked.value = new Map([...this.#picked.value, ...photos.map(entry)]);
    }
  }

  /** With the others of its stack, where they were picked with it. */
  #drop(picked: Map<string, PhotoItem>, photo: PhotoItem): void {
    picked.delete(photo.uid);
    const stack = this.ofStacks.value ? photo.stack?.id : undefined;
    if (stack === undefined) return;
    for (const [uid, other] of picked) if (other.stack?.id === stack) picked.delete(uid);
  }

  /** The stacks of the picked photos, as often as these are. */
  #stacked(): StackRef[] {
    return this.ofStacks.value ? this.photos.flatMap(({ stack }) => stack ?? []) : [];
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
