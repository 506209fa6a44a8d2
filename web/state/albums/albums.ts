import { signal } from '@preact/signals';
import type { Album, ChangedAlbum, PhotoRule } from '../../../core/http/wire.ts';
import type { Undo } from '../partly-done.ts';

export interface AlbumsOptions {
  changePhotos(
    uid: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<ChangedAlbum>;
  /** Lists of photos, and albums, are not what they were. */
  readonly onChanged: () => void;
}

/** What is asked in a dialog. */
export type AlbumQuestion =
  /** Which album photos are put into. */
  | { readonly is: 'add'; readonly photos: readonly string[] }
  /** What an album of chosen photos is called, which may already have some. */
  | { readonly is: 'new'; readonly photos: readonly string[] }
  | { readonly is: 'edit' | 'delete'; readonly album: Album }
  /** What photos an album looks for: one that is there, or a new one. */
  | { readonly is: 'rule'; readonly album: Album | null; readonly name: string; readonly rule: PhotoRule };

/** A list of photos that an album could find by itself. */
export interface FoundBy {
  readonly name: string;
  readonly rule: PhotoRule;
}

/** Photos that one request names. */
const mostAtOnce = 5000;

/** What people decide about albums. */
export class AlbumsState {
  /** The album whose page shows; null on other pages. */
  readonly shown = signal<Album | null>(null);
  /** By what the photos of the page are found; null where no album could. */
  readonly foundBy = signal<FoundBy | null>(null);
  readonly question = signal<AlbumQuestion | null>(null);
  /** Photos are carried over the page, to be let go over an album. */
  readonly carrying = signal<readonly string[] | null>(null);
  /** Counts up when albums have changed. */
  readonly changes = signal(0);
  readonly #options: AlbumsOptions;

  constructor(options: AlbumsOptions) {
    this.#options = options;
  }

  /** Puts photos into an album. @returns how many are new in it, and how to take them out again where all are */
  async add(uid: string, photos: readonly string[]): Promise<{ album: Album; added: number; undo: Undo | null }> {
    const { album, added } = await this.#change(uid, 'add', photos);
    const undo = async (): Promise<void> => {
      await this.#change(uid, 'remove', photos);
    };
    return { album, added, undo: added === photos.length && added > 0 ? undo : null };
  }

  /** Takes photos out of an album. @returns how to put them in again */
  async remove(uid: string, photos: readonly string[]): Promise<Undo> {
    await this.#change(uid, 'remove', photos);
    return async () => {
      await this.#change(uid, 'add', photos);
    };
  }

  /** An album was made, changed or deleted. */
  changed(): void {
    this.changes.value += 1;
    this.#options.onChanged();
  }

  async #change(
    uid: string,
    what: 'add' | 'remove',
    photos: readonly string[],
  ): Promise<{ album: Album; added: number }> {
    let added = 0;
    let album: Album | undefined;
    for (let at = 0; at < photos.length || !album; at += mostAtOnce) {
      const answer = await this.#options.changePhotos(uid, { [what]: photos.slice(at, at + mostAtOnce) });
      added += answer.added;
      ({ album } = answer);
    }
    this.changed();
    return { album, added };
  }
}
