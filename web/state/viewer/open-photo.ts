import { batch, signal } from '@preact/signals';
import type { Photo, PhotoItem, Signature } from '../../../core/http/wire.ts';
import type { Position } from '../photos/locate.ts';
import { originalPath, originalUrls, type OriginalUrls } from './original.ts';
import type { PhotoGrid } from '../photos/photo-grid.ts';

export interface OpenPhotoApi {
  get(uid: string, stop: AbortSignal): Promise<Photo>;
  sign(path: string, stop: AbortSignal): Promise<Signature>;
}

/** The open photo, and its neighbours in the list that it was opened from. */
export class OpenPhoto {
  readonly uid = signal<string | null>(null);
  /** The list's data about the photo, which is available at once. */
  readonly item = signal<PhotoItem | null>(null);
  readonly photo = signal<Photo | null>(null);
  readonly original = signal<OriginalUrls | null>(null);
  /** Uid of the photo whose original is on the screen, or failed to load. */
  readonly shown = signal<string | null>(null);
  readonly position = signal<Position | null>(null);
  /** The number of photos in its list. */
  readonly total = signal(0);
  readonly newer = signal<PhotoItem | null>(null);
  readonly older = signal<PhotoItem | null>(null);
  /** Whether the photo has left its list: it was archived, hidden or deleted. */
  readonly left = signal(false);
  /** Why the photo cannot be shown. */
  readonly failure = signal<string | null>(null);
  readonly #api: OpenPhotoApi;
  readonly #known: (uid: string) => OriginalUrls | null;
  #grid: PhotoGrid | null = null;
  #unfollow: () => void = () => undefined;
  #stop = new AbortController();
  /** Incremented for each `refresh`: answers to earlier ones are dropped. */
  #turn = 0;
  /** The version of the photo after its last change. */
  #changed: PhotoItem | null = null;

  /** @param knownUrlsOf returns the URLs of a preloaded original */
  constructor(api: OpenPhotoApi, knownUrlsOf: (uid: string) => OriginalUrls | null = () => null) {
    this.#api = api;
    this.#known = knownUrlsOf;
  }

  /** @param grid the list of the photo */
  async open(uid: string, grid: PhotoGrid): Promise<void> {
    if (uid === this.uid.value && grid === this.#grid && !this.failure.value) return;
    this.close();
    this.#follow(grid);
    const stop = this.#stop.signal;
    const index = grid.pages.indexOf(uid);
    batch(() => {
      this.uid.value = uid;
      this.item.value = index === undefined ? null : (grid.pages.get(index) ?? null);
      this.original.value = this.#known(uid);
      if (index === undefined) return;
      // These are guesses; the position is looked up below.
      this.newer.value = grid.pages.get(index - 1) ?? null;
      this.older.value = grid.pages.get(index + 1) ?? null;
    });
    const place = this.#findPlace(stop);
    const before = this.#changed;
    try {
      const [answer, signature] = await Promise.all([
        this.#api.get(uid, stop),
        this.#api.sign(originalPath(uid), stop),
      ]);
      if (stop.aborted) return;
      const photo = this.#withChanges(answer, before);
      batch(() => {
        // A refresh that has ended in the meantime is newer.
        this.photo.value ??= photo;
        this.item.value ??= photo;
        this.original.value ??= originalUrls(photo, signature);
      });
    } catch (error) {
      if (!stop.aborted) this.failure.value = (error as Error).message;
    }
    await place;
    if (!this.position.value) await this.#findPlace(stop);
  }

  close(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#unfollow();
    this.#grid = null;
    batch(() => {
      this.uid.value = null;
      for (const state of [this.item, this.photo, this.original, this.position, this.newer, this.older]) {
        state.value = null;
      }
      this.failure.value = null;
      this.shown.value = null;
      this.left.value = false;
    });
  }

  /** Retries after a failure, as when the server is back. */
  async retry(): Promise<void> {
    const uid = this.uid.value;
    if (uid !== null && this.#grid && this.failure.value) await this.open(uid, this.#grid);
  }

  /** Reads the photo again, as after its file was read again or its facts were edited. */
  async refresh(): Promise<void> {
    const uid = this.uid.value;
    const stop = this.#stop.signal;
    if (uid === null) return;
    const turn = ++this.#turn;
    const oldRotation = this.photo.value?.rotation;
    const before = this.#changed;
    const answer = await this.#api.get(uid, stop);
    const signature = answer.rotation === oldRotation ? null : await this.#api.sign(originalPath(uid), stop);
    if (stop.aborted || turn !== this.#turn) return;
    const photo = this.#withChanges(answer, before);
    batch(() => {
      this.photo.value = photo;
      this.item.value = photo;
      if (signature) this.original.value = originalUrls(photo, signature);
    });
  }

  /** Takes over a changed version of the photo. */
  replaceAll(photos: readonly PhotoItem[]): void {
    const changedPhoto = photos.find(({ uid }) => uid === this.uid.value);
    if (!changedPhoto) return;
    this.#changed = changedPhoto;
    this.#replace(changedPhoto);
  }

  #replace(item: PhotoItem): void {
    batch(() => {
      this.item.value = item;
      if (this.photo.value) this.photo.value = { ...this.photo.value, ...item };
    });
  }

  /** The answer to a request, with the change that was made after it was sent. @param before `#changed` at that time */
  #withChanges(answer: Photo, before: PhotoItem | null): Photo {
    return this.#changed === before ? answer : { ...answer, ...this.#changed };
  }

  /** Updates the neighbours when the list changes. */
  #follow(grid: PhotoGrid): void {
    this.#grid = grid;
    let previous = grid.changed.peek();
    this.#unfollow = grid.changed.subscribe((now) => {
      if (now === previous) return;
      previous = now;
      void this.#findPlace(this.#stop.signal);
    });
  }

  /** Finds the photo's position in its list, and its neighbours. If that fails, they stay unknown. */
  async #findPlace(stop: AbortSignal): Promise<void> {
    const photo = this.photo.value ?? this.item.value;
    const grid = this.#grid;
    if (!photo || grid?.phase.value !== 'ready') return;
    try {
      const position = await grid.locate(photo);
      const { pages } = grid;
      const [newer, older] = await Promise.all([
        pages.load(position.index - 1),
        pages.load(position.found ? position.index + 1 : position.index),
      ]);
      if (stop.aborted) return;
      const listed = position.found ? pages.get(position.index) : undefined;
      batch(() => {
        // The list may have newer data: another user changed the photo, or the answer to an edit was lost.
        if (listed) this.#replace(listed);
        this.left.value = !position.found && (this.left.value || this.position.value?.found === true);
        this.position.value = position;
        this.total.value = grid.layout.total;
        this.newer.value = newer ?? null;
        this.older.value = older ?? null;
      });
    } catch {
      // The list changed in the meantime, or the server is unreachable: both cause another call later.
    }
  }
}
