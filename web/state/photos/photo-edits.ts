import { signal } from '@preact/signals';
import type { PhotoItem, SomePhotos } from '../../../core/http/wire.ts';
import { PartlyDone, type Undo } from '../partly-done.ts';

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
  /** What is said when an edit broke off after some of its photos were changed. */
  brokenOff(done: number, total: number, why: string): string;
}

/** Photos that one request of the server takes. */
const mostAtOnce = 200;

export type { Undo };

type Change = Omit<PhotoChange, 'uids'>;

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
   * @throws what the server answered; PartlyDone when some were changed before
   */
  async setFlags(photos: readonly PhotoItem[], flags: Flags): Promise<Undo | null> {
    const changing = photos.filter((photo) => Object.entries(flags).some(([flag, on]) => flagOf(photo, flag) !== on));
    const back = Object.fromEntries(Object.entries(flags).map(([flag, on]) => [flag, !on])) as Flags;
    const moved = flags.archived !== undefined || flags.hidden !== undefined;
    // Of two flags set at once, one may have been set before: those photos get each flag back by itself.
    return this.#edit(changing, flags, moved, async (changed) => {
      for (const [flag, on] of Object.entries(back)) {
        const had = changed.filter((photo) => flagOf(photo, flag) === on);
        await this.#send(had, { [flag]: on }, moved);
      }
    });
  }

  /**
   * Adds a tag to photos that do not have it.
   * @returns how to take it from them again; null when all have it
   * @throws as `setFlags` does
   */
  async addTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => !hasTag(photo, tag));
    return this.#edit(changing, { add_tags: [tag] }, false, (changed) =>
      this.#send(changed, { remove_tags: [tag] }, false),
    );
  }

  /**
   * @returns how to give it back to those that had it; null when none has it
   * @throws as `setFlags` does
   */
  async removeTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => hasTag(photo, tag));
    return this.#edit(changing, { remove_tags: [tag] }, false, (changed) =>
      this.#send(changed, { add_tags: [tag] }, false),
    );
  }

  async #edit(
    photos: readonly PhotoItem[],
    change: Change,
    moved: boolean,
    takeBack: (changed: readonly PhotoItem[]) => Promise<void>,
  ): Promise<Undo | null> {
    if (photos.length === 0) return null;
    let done = 0;
    try {
      await this.#send(photos, change, moved, (count) => {
        done += count;
      });
    } catch (error) {
      if (done === 0) throw error;
      // Where the answer was lost, the part that was on its way may have arrived.
      const sent = photos.slice(0, isAnswer(error) ? done : done + mostAtOnce);
      const sentence = this.#options.brokenOff(done, photos.length, (error as Error).message);
      throw new PartlyDone(sentence, () => takeBack(sent), error);
    }
    return () => takeBack(photos);
  }

  async #send(
    photos: readonly PhotoItem[],
    change: Change,
    moved: boolean,
    onDone?: (count: number) => void,
  ): Promise<void> {
    for (let from = 0; from < photos.length; from += mostAtOnce) {
      const uids = photos.slice(from, from + mostAtOnce).map(({ uid }) => uid);
      const answer = await this.#options.changePhotos({ uids, ...change });
      onDone?.(uids.length);
      this.changed.value = answer.photos;
      this.#options.onChanged(answer.photos, moved);
    }
  }
}

/** Whether the server refused, rather than was lost. */
function isAnswer(error: unknown): boolean {
  return typeof (error as { status?: unknown }).status === 'number';
}

function flagOf(photo: PhotoItem, flag: string): boolean {
  return flag === 'favorited' ? photo.favorited_by_me : flag === 'archived' ? photo.archived : photo.hidden;
}

function hasTag({ tags }: PhotoItem, tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
