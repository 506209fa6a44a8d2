import type { Photo, PhotoItem, Signature } from '../../../core/http/wire.ts';
import { hasNoPicture } from './faults.ts';
import { needsServer, originalPath, originalUrls, type OriginalUrls } from './original.ts';

export interface AheadOptions {
  photo(uid: string, stop: AbortSignal): Promise<Photo>;
  sign(path: string, stop: AbortSignal): Promise<Signature>;
  /** Starts loading a picture. @returns a function that cancels it */
  fetchPicture(url: string): () => void;
  /** Whether the browser asks to save data. */
  savesData(): boolean;
}

/** In bytes. Larger originals are only loaded when they are opened. */
const maxBytes = 30e6;

interface Preload {
  readonly stop: AbortController;
  readonly giveUp: (() => void)[];
  urls: OriginalUrls | null;
}

/** Preloads the pictures of photos that are probably opened next. */
export class Ahead {
  readonly #options: AheadOptions;
  readonly #prepared = new Map<string, Preload>();

  constructor(options: AheadOptions) {
    this.#options = options;
  }

  /** The URLs of a preloaded original. */
  urlsOf(uid: string): OriginalUrls | null {
    return this.#prepared.get(uid)?.urls ?? null;
  }

  /** @param keep uid of the open photo, whose preloaded pictures are in use */
  prepare(photos: readonly PhotoItem[], keep: string | null): void {
    for (const [uid, { stop, giveUp }] of this.#prepared) {
      if (uid === keep || photos.some((photo) => photo.uid === uid)) continue;
      stop.abort();
      for (const cancel of giveUp) cancel();
      this.#prepared.delete(uid);
    }
    for (const photo of photos) if (!this.#prepared.has(photo.uid)) this.#begin(photo);
  }

  /** Drops what was preloaded of changed photos. */
  forget(uids: readonly string[]): void {
    for (const uid of uids) {
      this.#prepared.get(uid)?.stop.abort();
      this.#prepared.delete(uid);
    }
  }

  #begin({ uid, thumb_url, kind, fault }: PhotoItem): void {
    const prepared: Preload = { stop: new AbortController(), giveUp: [], urls: null };
    this.#prepared.set(uid, prepared);
    if (thumb_url) prepared.giveUp.push(this.#options.fetchPicture(thumb_url));
    // If preloading fails, the photo is loaded when it is opened, and its errors are reported then.
    const hasPicture = kind !== 'video' && !hasNoPicture({ fault });
    if (hasPicture && !this.#options.savesData()) this.#fetchOriginal(uid, prepared).catch(() => undefined);
  }

  async #fetchOriginal(uid: string, prepared: Preload): Promise<void> {
    const { signal } = prepared.stop;
    const [photo, signature] = await Promise.all([
      this.#options.photo(uid, signal),
      this.#options.sign(originalPath(uid), signal),
    ]);
    if (signal.aborted) return;
    prepared.urls = originalUrls(photo, signature);
    // The server would have to convert a photo that may never be opened.
    if (needsServer(photo) || photo.size > maxBytes) return;
    prepared.giveUp.push(this.#options.fetchPicture(prepared.urls.view));
  }
}
