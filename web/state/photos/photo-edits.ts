import { signal } from '@preact/signals';
import type { PhotoItem, Rotation, SomePhotos } from '../../../core/http/wire.ts';
import { PartlyDone, type Undo } from '../partly-done.ts';

export type Flags = Partial<Record<'favorited' | 'archived' | 'hidden' | 'hidden_by_me', boolean>>;

/** Values that replace those of the files; null reverts to the file's value. */
export interface FactsChange {
  readonly taken_at_local?: string | null;
  readonly zone?: string | null;
  /** In seconds. */
  readonly shift_by?: number;
  readonly zone_change?: { readonly from: string; readonly to: string };
  readonly lat?: number | null;
  readonly lng?: number | null;
  /** The photo has no place, even if the file has one. */
  readonly no_place?: true;
  readonly caption?: string | null;
  readonly rotation?: Rotation | null;
  readonly rotate_by?: Rotation;
}

/** The same change for some photos. */
export interface PhotoChange extends Flags, FactsChange {
  /** The name by which `undoChange` undoes it. */
  readonly change?: string;
  readonly uids: readonly string[];
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

export interface PhotoEditsOptions {
  changePhotos(change: PhotoChange): Promise<SomePhotos>;
  /** Undoes the change with a name. */
  undoChange(change: string): Promise<unknown>;
  /** Called when facts of photos have changed that lists do not contain. */
  onFacts(photos: readonly PhotoItem[]): void;
  /** Called with changed photos; `moved` means that photos may have entered or left lists, or changed places in them. */
  onChanged(photos: readonly PhotoItem[], moved: boolean): void;
  /** The message if an edit stopped after changing some of the photos. */
  brokenOff(done: number, total: number, why: string): string;
}

/** Facts that neither move a photo within a list nor out of it. */
const inPlace = new Set(['caption', 'rotation', 'rotate_by']);

/** crypto.randomUUID is missing on pages that are served without HTTPS. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** The most photos per request. */
const mostAtOnce = 200;

export type { Undo };

type Change = Omit<PhotoChange, 'uids'>;

/** Changes several photos at once, with undo. */
export class PhotoEdits {
  /** The photos of the latest edit, as changed. */
  readonly changed = signal<readonly PhotoItem[]>([]);
  readonly #options: PhotoEditsOptions;

  constructor(options: PhotoEditsOptions) {
    this.#options = options;
  }

  /**
   * Sets flags of photos; photos that have them already are left out.
   * @returns an undo; null if no photo changes
   * @throws the server's error; PartlyDone if some photos were changed before
   */
  async setFlags(photos: readonly PhotoItem[], flags: Flags): Promise<Undo | null> {
    const changing = photos.filter((photo) => Object.entries(flags).some(([flag, on]) => flagOf(photo, flag) !== on));
    const back = Object.fromEntries(Object.entries(flags).map(([flag, on]) => [flag, !on])) as Flags;
    const moved = Object.keys(flags).some((flag) => flag !== 'favorited');
    // If two flags are set at once, a photo may have had one of them before. Undo resets each flag only for photos that did
    // not have it.
    return this.#edit(changing, flags, moved, async (changed) => {
      for (const [flag, on] of Object.entries(back)) {
        const had = changed.filter((photo) => flagOf(photo, flag) === on);
        await this.#send(had, { [flag]: on }, moved);
      }
    });
  }

  /**
   * Adds a tag to photos that do not have it.
   * @returns an undo; null if all have it
   * @throws like `setFlags`
   */
  async addTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => !hasTag(photo, tag));
    return this.#edit(changing, { add_tags: [tag] }, false, (changed) =>
      this.#send(changed, { remove_tags: [tag] }, false),
    );
  }

  /**
   * @returns an undo for the photos that had the tag; null if none has it
   * @throws like `setFlags`
   */
  async removeTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => hasTag(photo, tag));
    return this.#edit(changing, { remove_tags: [tag] }, false, (changed) =>
      this.#send(changed, { add_tags: [tag] }, false),
    );
  }

  /**
   * Sets facts of photos.
   * @returns an undo that restores the previous values of each photo; null without photos
   * @throws like `setFlags`
   */
  async setFacts(photos: readonly PhotoItem[], facts: FactsChange): Promise<Undo | null> {
    const change = randomName();
    const moved = Object.keys(facts).some((fact) => !inPlace.has(fact));
    const told = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } finally {
        this.#options.onFacts(photos);
      }
    };
    const back = async (changed: readonly PhotoItem[]): Promise<void> => {
      await this.#options.undoChange(change);
      // This request changes nothing: it returns the current photos.
      await told(this.#send(changed, {}, moved));
    };
    return told(this.#edit(photos, { ...facts, change }, moved, back));
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
      // If the answer was lost, the last part may have been changed, too.
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

/** Whether the server answered with an error, rather than not at all. */
function isAnswer(error: unknown): boolean {
  return typeof (error as { status?: unknown }).status === 'number';
}

function flagOf(photo: PhotoItem, flag: string): boolean {
  return flag === 'favorited' ? photo.favorited_by_me : photo[flag as 'archived' | 'hidden' | 'hidden_by_me'];
}

function hasTag({ tags }: PhotoItem, tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
