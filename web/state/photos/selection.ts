import { computed, signal } from '@preact/signals';
import type { PhotoItem, SomePhotos, StackRef } from '../../../core/http/wire.ts';
import type { PhotoGrid } from './photo-grid.ts';
import { goneFrom, type ReadPart } from './read-part.ts';

/** The most photos of a range: more are probably a mistake, and would have to be loaded first. */
const longestRange = 5000;

/** The most selected photos: each is kept in memory and named in requests. */
const maxSelected = 50_000;

/** The most stacks per request. */
const maxStacks = 100;

const none: ReadonlyMap<string, PhotoItem> = new Map();

/**
 * The selected photos of a list. While another page is shown there are none, as nobody sees them; back at the list, those that
 * have not left it meanwhile are selected again.
 */
export class Selection {
  readonly #all = signal<ReadonlyMap<string, PhotoItem>>(new Map());
  /** The list that they are of. */
  #list: PhotoGrid | null = null;
  readonly #isShown = signal(true);
  readonly #picked = computed(() => (this.#isShown.value ? this.#all.value : none));
  readonly count = computed(() => this.#picked.value.size);
  /** Whether each photo of the list represents its whole stack. */
  readonly ofStacks = signal(false);
  /** How many photos are selected, including all of their stacks, and how many stacks. */
  readonly tally = computed(() => {
    const stacks = new Map(this.#stacked().map(({ id, count }) => [id, count]));
    const unstackedCount = this.photos.length - this.#stacked().length;
    return { photos: [...stacks.values()].reduce((sum, count) => sum + count, unstackedCount), stacks: stacks.size };
  });
  readonly #photosOf: (stacks: readonly number[]) => Promise<SomePhotos>;
  /** The photo selected last, at which a range starts, and where it was then; undefined if it was not loaded. */
  #from: { readonly index: number; readonly photo: PhotoItem | undefined } | null = null;
  /** Cancels reading photos that are to be selected. */
  #stop = new AbortController();
  /** What cancels reading stacks, and how many actions wait for that. */
  #opening: AbortSignal | null = null;
  #opens = 0;
  /** Uids of the photos that were deselected since that reading began: they are not selected again when it ends. */
  readonly #deselected = new Set<string>();

  /** @param photosOf reads the photos of some stacks */
  constructor(photosOf: (stacks: readonly number[]) => Promise<SomePhotos> = () => Promise.resolve({ photos: [] })) {
    this.#photosOf = photosOf;
  }

  /** To be called when a list is shown. If it is not the one that was shown last, nothing is selected. */
  show(list: PhotoGrid, ofStacks: boolean): void {
    if (list !== this.#list) this.clear();
    this.#list = list;
    this.ofStacks.value = ofStacks;
    this.#isShown.value = true;
    list.onPart = (part) => {
      this.#leaveOut(part);
    };
  }

  /** To be called when a list is no longer shown. */
  leave(list: PhotoGrid): void {
    if (list !== this.#list) return;
    this.#stop.abort();
    this.#isShown.value = false;
    list.onPart = null;
  }

  get photos(): PhotoItem[] {
    return [...this.#picked.value.values()];
  }

  has(uid: string): boolean {
    return this.#picked.value.has(uid);
  }

  /** Selects a photo, or deselects it. */
  toggle(grid: PhotoGrid, index: number): void {
    const photo = grid.pages.get(index);
    if (!photo) return;
    const picked = new Map(this.#all.value);
    if (picked.has(photo.uid)) this.#drop(picked, photo);
    else {
      picked.set(photo.uid, photo);
      this.#deselected.delete(photo.uid);
    }
    this.#all.value = picked;
    this.#from = { index, photo };
  }

  /**
   * Selects all photos from the last selected one up to this one, reading them if they are not loaded.
   * @throws the error of reading
   */
  async extendTo(grid: PhotoGrid, index: number): Promise<void> {
    const stop = this.#begin();
    const end = { index, photo: grid.pages.get(index) };
    const photosInRange: PhotoItem[] = [];
    try {
      const from = await this.#startOf(grid, index, stop);
      const [first, last] = from < index ? [from, index] : [index, from];
      for await (const photos of partsOf(grid, first, Math.min(last + 1, first + longestRange), stop)) {
        if (stop.aborted) return;
        photosInRange.push(...photos);
      }
    } catch (error) {
      if (stop.aborted) return;
      throw error;
    }
    this.#add(photosInRange);
    this.#from = end;
  }

  /**
   * Where a range to `index` starts: at the photo selected last. Its index may have changed since, because photos above it were
   * added or removed.
   */
  async #startOf(grid: PhotoGrid, index: number, stop: AbortSignal): Promise<number> {
    if (this.#from === null) return index;
    const { index: oldIndex, photo } = this.#from;
    const lastIndex = Math.min(oldIndex, grid.layout.total - 1);
    // A refresh of the list gives up reads of pages.
    const position = photo && (await grid.locate(photo, stop).catch(() => undefined));
    if (!position || position.found) return position?.index ?? lastIndex;
    // It has left the list: the next photo has its index.
    return lastIndex > index ? lastIndex - 1 : lastIndex;
  }

  /** Whether all loaded photos of a range are selected. */
  hasRange(grid: PhotoGrid, first: number, last: number): boolean {
    if (this.count.value < Math.min(last - first, maxSelected)) return false;
    for (let i = first; i < last; i++) {
      const photo = grid.pages.get(i);
      if (photo && !this.has(photo.uid)) return false;
    }
    return true;
  }

  /**
   * Selects all photos from `first` up to, not including, `last`; if all are selected, deselects them. Photos that are not
   * loaded are read, and selected as they arrive.
   * @param only `picks`: never deselect
   * @returns how many photos that was; fewer than `last - first` if there are too many
   * @throws the error of reading
   */
  async toggleRange(grid: PhotoGrid, first: number, last: number, only?: 'picks'): Promise<number> {
    const stop = this.#begin();
    const end = Math.min(last, first + maxSelected);
    const photosInRange: PhotoItem[] = [];
    let picks = only === 'picks';
    try {
      for await (const photos of partsOf(grid, first, end, stop)) {
        // A later call has replaced this one.
        if (stop.aborted) return last - first;
        photosInRange.push(...photos);
        picks ||= photos.some(({ uid }) => !this.has(uid));
        if (picks) this.#add(photosInRange);
      }
    } catch (error) {
      if (stop.aborted) return last - first;
      throw error;
    }
    if (!picks) {
      const picked = new Map(this.#all.value);
      for (const photo of photosInRange) this.#drop(picked, photo);
      this.#all.value = picked;
    }
    this.#from = { index: first, photo: grid.pages.get(first) };
    return end - first;
  }

  /** Selects exactly these photos; a range starts at `index`. */
  pickExactly(photos: readonly PhotoItem[], index: number): void {
    this.#stop.abort();
    this.#all.value = new Map(photos.map((photo) => [photo.uid, photo]));
    this.#from = { index, photo: this.#list?.pages.get(index) };
  }

  /**
   * Replaces selected photos with changed versions.
   * @param hasMoved whether they may have left their list: unless it is shown, they would stay selected invisibly
   */
  replaceAll(photos: readonly PhotoItem[], hasMoved: boolean): void {
    const changedPhotos = photos.filter(({ uid }) => this.#all.value.has(uid));
    if (changedPhotos.length === 0) return;
    const picked = new Map([...this.#all.value, ...changedPhotos.map(entry)]);
    if (hasMoved && !this.#isShown.value) for (const { uid } of changedPhotos) picked.delete(uid);
    this.#all.value = picked;
  }

  /** To be called when other photos may have left lists: unless the list is shown, nothing stays selected. */
  forgetUnseen(): void {
    if (!this.#isShown.value) this.clear();
  }

  /**
   * Selects all photos of the stacks that selected photos represent.
   * @returns the photos that were selected and those of their stacks, without those that were deselected meanwhile; null if
   * something else was selected meanwhile, or nothing, as after the list was left
   * @throws the error of reading
   */
  async open(): Promise<PhotoItem[] | null> {
    // Several actions may wait for stacks at once: none ends the reading of another.
    const isFirst = this.#opens === 0 || this.#opening !== this.#stop.signal || this.#opening.aborted;
    const stop = isFirst ? this.#begin() : this.#stop.signal;
    this.#opening = stop;
    this.#opens += 1;
    const ids = [...new Set(this.#stacked().map(({ id }) => id))];
    const wanted = new Map(this.#picked.value);
    try {
      for (let from = 0; from < ids.length; from += maxStacks) {
        const { photos } = await this.#photosOf(ids.slice(from, from + maxStacks));
        if (stop.aborted) return null;
        this.#add(photos);
        for (const photo of photos) wanted.set(photo.uid, photo);
      }
    } catch (error) {
      if (stop.aborted) return null;
      throw error;
    } finally {
      this.#opens -= 1;
    }
    return [...wanted.values()].filter(({ uid }) => this.has(uid));
  }

  /** Deselects photos that have left the list, as a part of it that was read anew shows: others may have archived them. */
  #leaveOut(part: ReadPart): void {
    // Other photos of a stack than the one that represents it are not in the list.
    const isListed = ({ stack }: PhotoItem): boolean => stack === null || !this.ofStacks.value;
    const gone = goneFrom(part, this.#all.value.values()).filter(isListed);
    if (gone.length === 0) return;
    const picked = new Map(this.#all.value);
    for (const { uid } of gone) picked.delete(uid);
    this.#all.value = picked;
  }

  #add(photos: readonly PhotoItem[]): void {
    const wanted = photos.filter(({ uid }) => !this.#deselected.has(uid));
    this.#all.value = new Map([...this.#all.value, ...wanted.map(entry)]);
  }

  /** Cancels what is still being read. @returns what cancels the new read */
  #begin(): AbortSignal {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#deselected.clear();
    return this.#stop.signal;
  }

  /** Deselects a photo, and the others of its stack. */
  #drop(picked: Map<string, PhotoItem>, photo: PhotoItem): void {
    const deselect = (uid: string): void => {
      picked.delete(uid);
      this.#deselected.add(uid);
    };
    deselect(photo.uid);
    const stack = this.ofStacks.value ? photo.stack?.id : undefined;
    if (stack === undefined) return;
    for (const [uid, otherPhoto] of picked) if (otherPhoto.stack?.id === stack) deselect(uid);
  }

  /** The stack of each selected photo, with duplicates; empty unless photos represent stacks. */
  #stacked(): StackRef[] {
    return this.ofStacks.value ? this.photos.flatMap(({ stack }) => stack ?? []) : [];
  }

  clear(): void {
    this.#stop.abort();
    if (this.#all.value.size > 0) this.#all.value = new Map();
    this.#from = null;
  }
}

/**
 * The photos of a part of a list: from memory if all are loaded, else as they are read. They are not read by `pages`, which
 * gives up its requests when the list is refreshed.
 */
async function* partsOf(
  grid: PhotoGrid,
  first: number,
  last: number,
  stop: AbortSignal,
): AsyncGenerator<readonly PhotoItem[]> {
  const part: PhotoItem[] = [];
  for (let i = first; i < last; i++) {
    const photo = grid.pages.get(i);
    if (!photo) break;
    part.push(photo);
  }
  if (part.length === last - first) yield part;
  else yield* grid.read(first, last, stop);
}

function entry(photo: PhotoItem): [string, PhotoItem] {
  return [photo.uid, photo];
}
