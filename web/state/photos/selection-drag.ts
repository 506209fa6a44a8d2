import type { PhotoItem } from '../../../core/http/wire.ts';

/** What a list of photos has to tell for a drag over it. */
interface DraggedOver {
  /** The photo at an index; undefined while it is not loaded. */
  get(index: number): PhotoItem | undefined;
  load(index: number): Promise<PhotoItem | undefined>;
}

/**
 * Picks photos by dragging from one to another: those between them, both included, in the order of the list. The first
 * one decides what the drag does: when it was picked, they are dropped. Going back gives back what was before.
 */
export class SelectionDrag {
  readonly #before: ReadonlyMap<string, PhotoItem>;
  readonly #from: number;
  readonly #picks: boolean;
  readonly #photos: DraggedOver;
  /** By index: a list forgets photos that are far away. */
  readonly #seen = new Map<number, PhotoItem>();
  #to: number;

  /** @param picked what was picked before the drag */
  constructor(photos: DraggedOver, picked: readonly PhotoItem[], from: number) {
    this.#before = new Map(picked.map((photo) => [photo.uid, photo]));
    this.#from = this.#to = from;
    this.#photos = photos;
    const first = photos.get(from);
    this.#picks = first === undefined || !this.#before.has(first.uid);
  }

  /** What is picked when the drag has come to a photo, as far as photos are loaded. */
  pickedAt(index: number): PhotoItem[] {
    this.#to = index;
    const picked = new Map(this.#before);
    for (const i of this.#range()) {
      const photo = this.#seen.get(i) ?? this.#photos.get(i);
      if (!photo) continue;
      this.#seen.set(i, photo);
      if (this.#picks) picked.set(photo.uid, photo);
      else picked.delete(photo.uid);
    }
    return [...picked.values()];
  }

  /**
   * Loads what the drag flew over.
   * @returns all that is picked; null when that is known already
   * @throws what loading throws
   */
  async complete(): Promise<PhotoItem[] | null> {
    const missing = this.#range().filter((i) => !this.#seen.has(i));
    if (missing.length === 0) return null;
    for (const i of missing) {
      const photo = await this.#photos.load(i);
      if (photo) this.#seen.set(i, photo);
    }
    return this.pickedAt(this.#to);
  }

  #range(): number[] {
    const [first, last] = [Math.min(this.#from, this.#to), Math.max(this.#from, this.#to)];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }
}

/** Pixels from an edge of the view within which a drag scrolls. */
const edge = 64;
/** Pixels a frame at the very edge. */
const fastest = 24;

/** How far a drag at `y` scrolls with the next frame, in a view from `top` to `bottom`: faster closer to an edge. */
export function dragScroll(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const near = Math.min(edge, (bottom - top) / 4);
  if (near <= 0) return 0;
  if (y < top + near) return -Math.ceil(Math.min(1, (top + near - y) / near) * fastest);
  if (y > bottom - near) return Math.ceil(Math.min(1, (y - bottom + near) / near) * fastest);
  return 0;
}
