import type { Photo, PhotoItem, Signature } from '../../../core/http/wire.ts';
import { hasNoPicture } from './faults.ts';
import { needsServer, originalPath, originalUrls, type OriginalUrls } from './original.ts';

export interface AheadOptions {
  photo(uid: string, stop: AbortSignal): Promise<Photo>;
  sign(path: string, stop: AbortSignal): Promise<Signature>;
  /** Begins to load a picture. @returns how to give it up */
  fetchPicture(url: string): () => void;
  /** Whether the person asked their browser to save data. */
  savesData(): boolean;
}

/** Bytes. A larger original is fetched when it is looked at. */
const mostBytes = 30e6;

interface Prepared {
  readonly stop: AbortController;
  readonly giveUp: (() => void)[];
  urls: OriginalUrls | null;
}

/** What is looked at next, probably: its pictures are fetched before anybody goes there. */
export class Ahead {
  readonly #options: AheadOptions;
  readonly #prepared = new Map<string, Prepared>();

  constructor(options: AheadOptions) {
    this.#options = options;
  }

  /** The addresses of an original that is prepared. */
  urlsOf(uid: string): OriginalUrls | null {
    return this.#prepared.get(uid)?.urls ?? null;
  }

  /** @param keep uid of the photo that is looked at: what was prepared of it is in use */
  prepare(photos: readonly PhotoItem[], keep: string | null): void {
    for (const [uid, { stop, giveUp }] of this.#prepared) {
      if (uid === keep || photos.some((photo) => photo.uid === uid)) continue;
      stop.abort();
      for (const give of giveUp) give();
      this.#prepared.delete(uid);
    }
    for (const photo of photos) if (!this.#prepared.has(photo.uid)) this.#begin(photo);
  }

  /** What was prepared of these photos shows them as they were. */
  forget(uids: readonly string[]): void {
    for (const uid of uids) {
      this.#prepared.get(uid)?.stop.abort();
      this.#prepared.delete(uid);
    }
  }

  #begin({ uid, thumb_url, kind, fault }: PhotoItem): void {
    const prepared: Prepared = { stop: new AbortController(), giveUp: [], urls: null };
    this.#prepared.set(uid, prepared);
    if (thumb_url) prepared.giveUp.push(this.#options.fetchPicture(thumb_url));
    // What is not there ahead is fetched when it is looked at, and says then why it cannot be.
    const shown = kind !== 'video' && !hasNoPicture({ fault });
    if (shown && !this.#options.savesData()) this.#fetchOriginal(uid, prepared).catch(() => undefined);
  }

  async #fetchOriginal(uid: string, prepared: Prepared): Promise<void> {
    const { signal } = prepared.stop;
    const [photo, signature] = await Promise.all([
      this.#options.photo(uid, signal),
      this.#options.sign(originalPath(uid), signal),
    ]);
    if (signal.aborted) return;
    prepared.urls = originalUrls(photo, signature);
    // The server would have to work for one that perhaps nobody looks at.
    if (needsServer(photo) || photo.size > mostBytes) return;
    prepared.giveUp.push(this.#options.fetchPicture(prepared.urls.view));
  }
}
