import { batch, signal } from '@preact/signals';
import type { Photo, PhotoItem, PhotoTags, Signature } from '../../core/http/wire.ts';
import type { Position } from './locate.ts';
import { originalPath, originalUrls } from './original.ts';
import type { Timeline } from './timeline.ts';

export type Flags = Partial<Record<'favorited' | 'archived' | 'hidden', boolean>>;

export interface OpenPhotoApi {
  photo(uid: string, stop: AbortSignal): Promise<Photo>;
  sign(path: string, stop: AbortSignal): Promise<Signature>;
  setFlags(uid: string, flags: Flags): Promise<Photo>;
  setTags(uid: string, tags: readonly string[]): Promise<PhotoTags>;
}

/** The photo that is looked at, its neighbours in the timeline, and what may be changed about it. */
export class OpenPhoto {
  readonly uid = signal<string | null>(null);
  /** What the timeline knows of it: there at once when one comes from there. */
  readonly item = signal<PhotoItem | null>(null);
  readonly photo = signal<Photo | null>(null);
  readonly original = signal<{ view: string; download: string } | null>(null);
  readonly position = signal<Position | null>(null);
  readonly newer = signal<PhotoItem | null>(null);
  readonly older = signal<PhotoItem | null>(null);
  /** Why there is nothing to see. */
  readonly failure = signal<string | null>(null);
  /** Why an edit was not taken. */
  readonly editFailure = signal<string | null>(null);
  readonly #api: OpenPhotoApi;
  readonly #timeline: Timeline;
  #stop = new AbortController();

  constructor(api: OpenPhotoApi, timeline: Timeline) {
    this.#api = api;
    this.#timeline = timeline;
    let before = timeline.changed.peek();
    timeline.changed.subscribe((now) => {
      if (now === before) return;
      before = now;
      void this.#findPlace(this.#stop.signal);
    });
  }

  async open(uid: string): Promise<void> {
    if (uid === this.uid.value && !this.failure.value) return;
    this.close();
    const stop = this.#stop.signal;
    const index = this.#timeline.pages.indexOf(uid);
    batch(() => {
      this.uid.value = uid;
      this.item.value = index === undefined ? null : (this.#timeline.pages.get(index) ?? null);
    });
    const place = this.#findPlace(stop);
    try {
      const [photo, signature] = await Promise.all([
        this.#api.photo(uid, stop),
        this.#api.sign(originalPath(uid), stop),
      ]);
      if (stop.aborted) return;
      batch(() => {
        this.photo.value = photo;
        this.item.value ??= photo;
        this.original.value = originalUrls(photo, signature);
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
    batch(() => {
      this.uid.value = null;
      for (const known of [this.item, this.photo, this.original, this.position, this.newer, this.older]) {
        known.value = null;
      }
      this.failure.value = null;
      this.editFailure.value = null;
    });
  }

  /** Tries again what failed, as after the server came back. */
  async retry(): Promise<void> {
    const uid = this.uid.value;
    if (uid !== null && this.failure.value) await this.open(uid);
  }

  async setFlags(flags: Flags): Promise<void> {
    await this.#edit(async (photo) => {
      const changed = await this.#api.setFlags(photo.uid, flags);
      const moves = changed.archived !== photo.archived || changed.hidden !== photo.hidden;
      return { changed, moves };
    });
  }

  async setTags(tags: readonly string[]): Promise<void> {
    await this.#edit(async (photo) => ({
      changed: { ...photo, ...(await this.#api.setTags(photo.uid, tags)) },
      moves: false,
    }));
  }

  /** `moves`: the photo may have entered or left the timeline. */
  async #edit(change: (photo: Photo) => Promise<{ changed: Photo; moves: boolean }>): Promise<void> {
    const photo = this.photo.value;
    if (!photo) return;
    const stop = this.#stop.signal;
    try {
      const { changed, moves } = await change(photo);
      this.#timeline.pages.replace(changed);
      if (!stop.aborted) {
        batch(() => {
          this.photo.value = changed;
          this.item.value = changed;
          this.editFailure.value = null;
        });
      }
      if (moves) await this.#timeline.refresh();
    } catch (error) {
      if (!stop.aborted) this.editFailure.value = (error as Error).message;
    }
  }

  /** Finds where the photo stands in the timeline and who its neighbours are. Without an answer they stay unknown. */
  async #findPlace(stop: AbortSignal): Promise<void> {
    const known = this.photo.value ?? this.item.value;
    if (!known || this.#timeline.phase.value !== 'ready') return;
    try {
      const position = await this.#timeline.locate(known);
      const { pages } = this.#timeline;
      const [newer, older] = await Promise.all([
        pages.load(position.index - 1),
        pages.load(position.found ? position.index + 1 : position.index),
      ]);
      if (stop.aborted) return;
      batch(() => {
        this.position.value = position;
        this.newer.value = newer ?? null;
        this.older.value = older ?? null;
      });
    } catch {
      // The months changed underneath, or the server is lost: both lead here again.
    }
  }
}
