import { signal } from '@preact/signals';
import type { Album, AlbumPhotos, ChangedAlbum, PhotoRule, UnmadeAlbum } from '../../../core/http/wire.ts';
import { NotUndone, PartlyDone, type Undo } from '../partly-done.ts';
import { everyPhoto } from './every-photo.ts';

export interface AlbumsOptions {
  make(name: string, content: { readonly photos: readonly string[] } | { readonly rule: PhotoRule }): Promise<Album>;
  /** Takes photos out of an album that was made of them, and deletes it if it has no others; not one that is kept from somebody. */
  unmake(uid: string, photos: readonly string[]): Promise<UnmadeAlbum>;
  changePhotos(
    uid: string,
    change: {
      readonly add?: readonly string[];
      readonly remove?: readonly string[];
      readonly order?: readonly string[];
    },
  ): Promise<ChangedAlbum>;
  /** A part of an album's photos, hidden ones as well, in its order. */
  photos(uid: string, part: { offset: number; limit: number }): Promise<AlbumPhotos>;
  /** Called after albums, and with them lists of photos, have changed. */
  readonly onChanged: () => void;
  /** The message if an album was made with only some of its photos. */
  brokenOff(done: number, total: number, reason: string): string;
  /** The message if a new album stays after its photos were taken out, as it has others. */
  readonly othersStay: string;
}

/** A dialog about albums. */
export type AlbumQuestion =
  /** Choose the album to add the photos to. */
  | { readonly is: 'add'; readonly photos: readonly string[] }
  /** Name a new album, which starts with `photos` (may be empty). */
  | { readonly is: 'new'; readonly photos: readonly string[] }
  | { readonly is: 'edit' | 'delete'; readonly album: Album }
  /** Edit the rule of a smart album; `album` is null for a new one. */
  | { readonly is: 'rule'; readonly album: Album | null; readonly name: string; readonly rule: PhotoRule };

/** Whether people choose the photos of an album here, one by one. */
export const takesPhotos = ({ source, smart }: Pick<Album, 'source' | 'smart'>): boolean => source === 'own' && !smart;

/** A list of photos that a smart album could find with a rule. */
export interface SmartList {
  readonly name: string;
  readonly rule: PhotoRule;
}

/** The most photos that one request may name. */
const maxPerRequest = 5000;

/** The kinds of refusals that another attempt to undo a new album would meet as well. */
const notUnmade: ReadonlySet<unknown> = new Set(['no_such_album', 'kept_album', 'kept_from_readers']);

type Change = [uid: string, operation: 'add' | 'remove', photos: readonly string[]];

/** Changes to albums, and the dialogs for them. */
export class AlbumsState {
  /** The album whose page is shown; null on other pages. */
  readonly shown = signal<Album | null>(null);
  /** The rule that finds the photos of the current page; null if no rule can. */
  readonly smartList = signal<SmartList | null>(null);
  readonly question = signal<AlbumQuestion | null>(null);
  /** While the page picks photos for an album, the uids of those that are marked as already in it; null on other pages. */
  readonly filling = signal<ReadonlySet<string> | null>(null);
  /** The photos that are being dragged; null if no drag is in progress. */
  readonly carrying = signal<readonly string[] | null>(null);
  /** Incremented whenever albums change. */
  readonly changes = signal(0);
  readonly #options: AlbumsOptions;

  constructor(options: AlbumsOptions) {
    this.#options = options;
  }

  /**
   * Makes an album with photos. Their first part is sent along, so that a failure leaves no empty album, of which another
   * attempt would make a second one.
   * @returns the album, and an undo that removes its photos again, and the album unless others were added meanwhile
   * @throws the server's error if there is no album; PartlyDone if it has only some of the photos
   */
  async make(name: string, photos: readonly string[]): Promise<{ album: Album; undo: Undo }> {
    const album = await this.#options.make(name, { photos: photos.slice(0, maxPerRequest) });
    const undo = (): Promise<void> => this.#unmake(album.uid, photos);
    let done = maxPerRequest;
    try {
      for (; done < photos.length; done += maxPerRequest) {
        await this.#options.changePhotos(album.uid, { add: photos.slice(done, done + maxPerRequest) });
      }
    } catch (error) {
      throw new PartlyDone(this.#options.brokenOff(done, photos.length, (error as Error).message), undo, error);
    } finally {
      this.changed();
    }
    return { album, undo };
  }

  async #unmake(uid: string, photos: readonly string[]): Promise<void> {
    try {
      for (let at = 0; at < photos.length || at === 0; at += maxPerRequest) {
        // With only some of its photos, it may be gone before the last request.
        if ((await this.#options.unmake(uid, photos.slice(at, at + maxPerRequest))).deleted) return;
      }
    } catch (error) {
      throw NotUndone.from(error, notUnmade);
    } finally {
      this.changed();
    }
    throw new NotUndone(this.#options.othersStay);
  }

  /** Makes an album that finds its photos by a rule. */
  async makeSmart(name: string, rule: PhotoRule): Promise<Album> {
    const album = await this.#options.make(name, { rule });
    this.changed();
    return album;
  }

  /**
   * Adds photos to an album.
   * @returns how many were not in it before, and an undo that removes those; null if there are none, or if it is not known which
   */
  async add(uid: string, photos: readonly string[]): Promise<{ album: Album; added: number; undo: Undo | null }> {
    const before = new Set(await this.#orderOf(uid).catch(() => []));
    const { album, added } = await this.#change(uid, 'add', photos);
    const missing = photos.filter((photo) => !before.has(photo));
    const fresh = added === photos.length ? photos : missing;
    const undo = async (): Promise<void> => {
      await this.#change(uid, 'remove', fresh);
    };
    return { album, added, undo: added > 0 && fresh.length === added ? undo : null };
  }

  /** Removes photos from an album. @returns an undo that adds them again, at their places */
  async remove({ uid, order }: Pick<Album, 'uid' | 'order'>, photos: readonly string[]): Promise<Undo> {
    // Without the order, an undo adds them at the end.
    const all = order === 'hand' ? await this.#orderOf(uid).catch(() => []) : [];
    await this.#change(uid, 'remove', photos);
    return async () => {
      const { album } = await this.#change(uid, 'add', photos);
      if (all.length === 0 || album.order !== 'hand') return;
      await this.#options.changePhotos(uid, { order: all });
      this.changed();
    };
  }

  /** To be called after an album was created, changed or deleted. */
  changed(): void {
    this.changes.value += 1;
    this.#options.onChanged();
  }

  /** The photos of an album in its order; none of a very long album, whose order is longer than one request. */
  async #orderOf(uid: string): Promise<string[]> {
    const { photos, total } = await everyPhoto((part) => this.#options.photos(uid, part), maxPerRequest);
    return photos.length < total ? [] : photos.map((photo) => photo.uid);
  }

  async #change(...change: Change): Promise<{ album: Album; added: number }> {
    const changed = await this.#send(...change);
    this.changed();
    return changed;
  }

  async #send(...[uid, operation, photos]: Change): Promise<{ album: Album; added: number }> {
    let added = 0;
    let album: Album | undefined;
    for (let at = 0; at < photos.length || !album; at += maxPerRequest) {
      const answer = await this.#options.changePhotos(uid, { [operation]: photos.slice(at, at + maxPerRequest) });
      added += answer.added;
      ({ album } = answer);
    }
    return { album, added };
  }
}
