import type { PhotoItem } from '../../../core/http/wire.ts';

/** The part of a list of photos that a drag needs. */
interface DraggedOver {
  readonly pages: {
    /** The photo at an index; undefined if it is not loaded. */
    get(index: number): PhotoItem | undefined;
  };
  /** The photos from `first` up to, not including, `last`, part by part. */
  read(first: number, last: number, stop: AbortSignal): AsyncIterable<readonly PhotoItem[]>;
}

/**
 * Selects photos by dragging from one to another: those between them, both included, in the order of the list. If the first
 * one was selected already, the drag deselects. Dragging back restores the earlier state.
 */
export class SelectionDrag {
  readonly #before: ReadonlyMap<string, PhotoItem>;
  readonly #from: number;
  readonly #picks: boolean;
  readonly #list: DraggedOver;
  /** By index, since a list drops photos that are far away. */
  readonly #seen = new Map<number, PhotoItem>();
  #to: number;

  /** @param picked the photos selected before the drag */
  constructor(list: DraggedOver, picked: readonly PhotoItem[], from: number) {
    this.#before = new Map(picked.map((photo) => [photo.uid, photo]));
    this.#from = this.#to = from;
    this.#list = list;
    const first = list.pages.get(from);
    this.#picks = first === undefined || !this.#before.has(first.uid);
  }

  /** The selection after the drag has reached a photo, as far as photos are loaded. */
  pickedAt(index: number): PhotoItem[] {
    this.#to = index;
    const picked = new Map(this.#before);
    for (const i of this.#range()) {
      const photo = this.#seen.get(i) ?? this.#list.pages.get(i);
      if (!photo) continue;
      this.#seen.set(i, photo);
      if (this.#picks) picked.set(photo.uid, photo);
      else picked.delete(photo.uid);
    }
    return [...picked.values()];
  }

  /**
   * Reads the photos that the drag passed before they were loaded; the list may be refreshed meanwhile.
   * @returns the whole selection; null if nothing was missing
   * @throws the error of reading
   */
  async complete(): Promise<PhotoItem[] | null> {
    const missing = this.#range().filter((i) => !this.#seen.has(i));
    const [first, last] = [missing[0], missing.at(-1)];
    if (first === undefined || last === undefined) return null;
    let i = first;
    for await (const photos of this.#list.read(first, last + 1, new AbortController().signal)) {
      for (const photo of photos) {
        if (!this.#seen.has(i)) this.#seen.set(i, photo);
        i++;
      }
    }
    return this.pickedAt(this.#to);
  }

  #range(): number[] {
    const [first, last] = [Math.min(this.#from, this.#to), Math.max(this.#from, this.#to)];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }
}

/** A drag scrolls when it is within this many pixels of an edge of the view. */
const edge = 64;
/** Pixels per frame at the very edge. */
const fastest = 24;

/**
 * How many pixels a drag at `y` scrolls with the next frame, in a view from `top` to `bottom`: more, the closer it is to an
 * edge.
 */
export function dragScroll(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const edgeSize = Math.min(edge, (bottom - top) / 4);
  if (edgeSize <= 0) return 0;
  if (y < top + edgeSize) return -Math.ceil(Math.min(1, (top + edgeSize - y) / edgeSize) * fastest);
  if (y > bottom - edgeSize) return Math.ceil(Math.min(1, (y - bottom + edgeSize) / edgeSize) * fastest);
  return 0;
}
