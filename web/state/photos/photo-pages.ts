import { signal } from '@preact/signals';
import type { Anchor, PhotoItem, PhotoList } from '../../../core/http/wire.ts';

export interface PhotoPagesOptions {
  /** Reads a part of the list. */
  list(part: { offset: number; limit: number }, stop: AbortSignal): Promise<PhotoList>;
  /** Epoch seconds. */
  now(): number;
  /** Called with changed versions of photos, wherever in the list they are. */
  onReplaced?(photos: readonly PhotoItem[]): void;
  /** Called with each part of the list that has been read, and where it begins. */
  onRead?(list: PhotoList, offset: number): void;
  /** Called when the server's total differs from that of the layout. */
  onOutdated?(): void;
}

interface Load {
  readonly done: Promise<void>;
  readonly stop: AbortController;
  /** Whether a caller waits for it, visible or not. */
  awaited: boolean;
  /** Photos that changed since it began, by uid: its answer may have older versions. */
  readonly changed: Map<string, PhotoItem>;
}

/** Photos per request. */
export const pageSize = 120;
const maxLoads = 3;
/** About 10,000 photos. */
const maxPages = 80;
/** In seconds. Signed URLs in a page expire after some hours, and other people edit photos: older pages are read again. */
const freshFor = 3600;
/** Seconds before a failed page is requested again. */
const pauseAfterFailure = 3;

/**
 * The loaded photos of a list, in pages of fixed size by index. Only visible pages are requested: requests that scrolled out
 * of view are cancelled, and pages far from the view are dropped.
 */
export class PhotoPages {
  /** Incremented whenever photos arrive or change. */
  readonly changed = signal(0);
  readonly #options: PhotoPagesOptions;
  readonly #items = new Map<number, PhotoItem>();
  /** When each page was loaded, in epoch seconds. */
  readonly #loadedAt = new Map<number, number>();
  readonly #failedAt = new Map<number, number>();
  readonly #loads = new Map<number, Load>();
  #wanted: number[] = [];
  #total = 0;

  constructor(options: PhotoPagesOptions) {
    this.#options = options;
  }

  get(index: number): PhotoItem | undefined {
    return this.#items.get(index);
  }

  /** Requests the visible photos, from `first` up to, not including, `last`. */
  show(first: number, last: number): void {
    this.#wanted = [];
    const end = Math.min(last, this.#total);
    for (let page = pageOf(first); page * pageSize < end; page++) this.#wanted.push(page);
    for (const [page, load] of this.#loads) {
      if (!load.awaited && !this.#wanted.includes(page)) load.stop.abort();
    }
    this.#loadWanted();
  }

  /**
   * The photo at an index, which is loaded if needed; undefined beyond the end of the list.
   * @throws the error of `list`
   */
  async load(index: number): Promise<PhotoItem | undefined> {
    if (index < 0 || index >= this.#total) return undefined;
    const page = pageOf(index);
    if (!this.#isFresh(page)) {
      const running = this.#loads.get(page);
      const load = running && !running.stop.signal.aborted ? running : this.#begin(page);
      load.awaited = true;
      await load.done;
    }
    return this.#items.get(index);
  }

  /** The index of a photo, if it is loaded. */
  indexOf(uid: string): number | undefined {
    for (const [index, item] of this.#items) if (item.uid === uid) return index;
    return undefined;
  }

  /** Replaces photos with changed versions. */
  replaceAll(photos: readonly PhotoItem[]): void {
    this.#options.onReplaced?.(photos);
    const byUid = new Map(photos.map((photo) => [photo.uid, photo]));
    for (const { changed } of this.#loads.values()) for (const photo of photos) changed.set(photo.uid, photo);
    let hasChanged = false;
    for (const [index, { uid }] of this.#items) {
      const photo = byUid.get(uid);
      if (!photo) continue;
      this.#items.set(index, photo);
      hasChanged = true;
    }
    if (hasChanged) this.changed.value++;
  }

  /**
   * Adapts to a new outline. Photos keep their index within their month until their page, which may have shifted, is read
   * again, so that the view does not go blank.
   */
  relayout(from: readonly Anchor[], to: readonly Anchor[]): void {
    for (const load of this.#loads.values()) load.stop.abort();
    this.#loads.clear();
    this.#loadedAt.clear();
    this.#failedAt.clear();
    const starts = new Map(to.map((month) => [`${month.year}-${month.month}`, month]));
    const old = [...this.#items].sort(([a], [b]) => a - b);
    this.#items.clear();
    let i = 0;
    for (const [index, item] of old) {
      for (let month = from[i]; month && index >= month.offset + month.count; month = from[++i]);
      const previous = from[i];
      const after = previous && starts.get(`${previous.year}-${previous.month}`);
      if (previous && after && index - previous.offset < after.count) {
        this.#items.set(after.offset + index - previous.offset, item);
      }
    }
    const last = to.at(-1);
    this.#total = last ? last.offset + last.count : 0;
    this.changed.value++;
  }

  /** Requests visible pages that are missing, failed or old, as when the server is back. */
  retry(): void {
    this.#failedAt.clear();
    this.#loadWanted();
  }

  #loadWanted(): void {
    for (const page of this.#wanted) {
      if (this.#loads.size >= maxLoads) return;
      const failedAt = this.#failedAt.get(page) ?? -Infinity;
      const mayTry = failedAt + pauseAfterFailure <= this.#options.now();
      if (mayTry && !this.#isFresh(page) && !this.#loads.has(page)) {
        // A visible page that cannot be loaded stays as it is; the banner reports the lost connection.
        this.#begin(page).done.catch(() => undefined);
      }
    }
  }

  #begin(page: number): Load {
    const stop = new AbortController();
    const changed: Load['changed'] = new Map();
    const load: Load = { stop, awaited: false, changed, done: this.#fetch(page, stop.signal, changed) };
    this.#loads.set(page, load);
    const onEnd = (): void => {
      if (this.#loads.get(page) === load) this.#loads.delete(page);
      this.#loadWanted();
    };
    load.done.then(onEnd, onEnd);
    return load;
  }

  async #fetch(page: number, stop: AbortSignal, changed: Load['changed']): Promise<void> {
    const offset = page * pageSize;
    let list: PhotoList;
    try {
      list = await this.#options.list({ offset, limit: pageSize }, stop);
    } catch (error) {
      if (!stop.aborted) this.#failedAt.set(page, this.#options.now());
      throw error;
    }
    // The request was cancelled, or belongs to an earlier layout.
    stop.throwIfAborted();
    for (let i = 0; i < pageSize; i++) {
      const item = list.photos[i];
      if (item) this.#items.set(offset + i, changed.get(item.uid) ?? item);
      else this.#items.delete(offset + i);
    }
    this.#loadedAt.set(page, this.#options.now());
    this.#forgetFar(page);
    this.changed.value++;
    this.#options.onRead?.(list, offset);
    if (list.total !== this.#total) this.#options.onOutdated?.();
  }

  #isFresh(page: number): boolean {
    return (this.#loadedAt.get(page) ?? -Infinity) + freshFor > this.#options.now();
  }

  #forgetFar(from: number): void {
    if (this.#loadedAt.size <= maxPages) return;
    const byDistance = [...this.#loadedAt.keys()].sort((a, b) => Math.abs(b - from) - Math.abs(a - from));
    for (const page of byDistance.slice(0, this.#loadedAt.size - maxPages)) {
      if (this.#wanted.includes(page)) continue;
      this.#loadedAt.delete(page);
      for (let i = page * pageSize; i < (page + 1) * pageSize; i++) this.#items.delete(i);
    }
  }
}

function pageOf(index: number): number {
  return Math.floor(index / pageSize);
}
