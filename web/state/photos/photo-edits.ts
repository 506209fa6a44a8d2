import { signal } from '@preact/signals';
import type { PhotoItem, SomePhotos } from '../../../core/http/wire.ts';

export type Flags = Partial<Record<'favorited' | 'archived' | 'hidden', boolean>>;

/** What is changed alike about some photos. */
export interface PhotoChange extends Flags {
  readonly uids: readonly string[];
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

export interface PhotoEditsOptions {
  changePhotos(change: PhotoChange): Promise<SomePhotos>;
  /** What became of photos; `moved`: some may have entered or left lists. */
  onChanged(photos: readonly PhotoItem[], moved: boolean): void;
}

/** Photos that one request of the server takes. */
const mostAtOnce = 200;

/** Takes back what was just done. */
export type Undo = () => Promise<void>;

/** Changes photos together, and knows how to take it back. */
export class PhotoEdits {
  /** What became of the photos of the latest edit. */
  readonly changed = signal<readonly PhotoItem[]>([]);
  readonly #options: PhotoEditsOptions;

  constructor(options: PhotoEditsOptions) {
    this.#options = options;
  }

  /**
   * Sets flags of photos as they are known here.
   * @returns how to give each of those that change its own flags again; null when none changes
   * @throws what the server answered; what was done until then stays
   */
  async setFlags(photos: readonly PhotoItem[], flags: Flags): Promise<Undo | null> {
    const changing = photos.filter((photo) => Object.entries(flags).some(([flag, on]) => flagOf(photo, flag) !== on));
    if (changing.length === 0) return null;
    const back = Object.fromEntries(Object.entries(flags).map(([flag, on]) => [flag, !on])) as Flags;
    const moved = flags.archived !== undefined || flags.hidden !== undefined;
    await this.#send(changing, flags, moved);
    // Of two flags set at once, one may have been set before: those photos get each flag back by itself.
    return async () => {
      for (const [flag, on] of Object.entries(back)) {
        const had = changing.filter((photo) => flagOf(photo, flag) === on);
        if (had.length > 0) await this.#send(had, { [flag]: on }, moved);
      }
    };
  }

  /**
   * Adds a tag to photos that do not have it.
   * @returns how to take it from them again; null when all have it
   */
  async addTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => !hasTag(photo, tag));
    if (changing.length === 0) return null;
    await this.#send(changing, { add_tags: [tag] }, false);
    return () => this.#send(changing, { remove_tags: [tag] }, false);
  }

  /** @returns how to give it back to those that had it; null when none has it */
  async removeTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => hasTag(photo, tag));
    if (changing.length === 0) return null;
    await this.#send(changing, { remove_tags: [tag] }, false);
    return () => this.#send(changing, { add_tags: [tag] }, false);
  }

  async #send(photos: readonly PhotoItem[], change: Omit<PhotoChange, 'uids'>, moved: boolean): Promise<void> {
    for (let from = 0; from < photos.length; from += mostAtOnce) {
      const uids = photos.slice(from, from + mostAtOnce).map(({ uid }) => uid);
      const answer = await this.#options.changePhotos({ uids, ...change });
      this.changed.value = answer.photos;
      this.#options.onChanged(answer.photos, moved);
    }
  }
}

function flagOf(photo: PhotoItem, flag: string): boolean {
  return flag === 'favorited' ? photo.favorited_by_me : flag === 'archived' ? photo.archived : photo.hidden;
}

function hasTag({ tags }: PhotoItem, tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
