import { signal } from '@preact/signals';
import type { PhotoItem, Rotation, SomePhotos } from '../../../core/http/wire.ts';
import { PartlyDone, type Undo } from '../partly-done.ts';

export type Flags = Partial<Record<'favorited' | 'archived' | 'hidden' | 'hidden_by_me', boolean>>;

/** What counts of photos, in place of what their files say; null takes that back. */
export interface FactsChange {
  readonly taken_at_local?: string | null;
  readonly zone?: string | null;
  /** Seconds. */
  readonly shift_by?: number;
  readonly zone_change?: { readonly from: string; readonly to: string };
  readonly lat?: number | null;
  readonly lng?: number | null;
  /** Nowhere, whatever the file says. */
  readonly no_place?: true;
  readonly caption?: string | null;
  readonly rotation?: Rotation | null;
  readonly rotate_by?: Rotation;
}

/** What is changed alike about some photos. */
export interface PhotoChange extends Flags, FactsChange {
  /** By which name it is taken back. */
  readonly change?: string;
  readonly uids: readonly string[];
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

export interface PhotoEditsOptions {
  changePhotos(change: PhotoChange): Promise<SomePhotos>;
  /** Takes back what was changed under a name. */
  undoChange(change: string): Promise<unknown>;
  /** What counts of photos is different now, beyond what lists know of them. */
  onFacts(photos: readonly PhotoItem[]): void;
  /** What became of photos; `moved`: some may have entered or left lists. */
  onChanged(photos: readonly PhotoItem[], moved: boolean): void;
  /** What is said when an edit broke off after some of its photos were changed. */
  brokenOff(done: number, total: number, why: string): string;
}

/** What moves no photo to another place in a list, nor out of one. */
const inPlace = new Set(['caption', 'rotation', 'rotate_by']);

/** Also where the page came without encryption, and the browser has no UUIDs. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

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
    const moved = Object.keys(flags).some((flag) => flag !== 'favorited');
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

  /**
   * Sets what counts of photos.
   * @returns how to give each of them back what counted before; null without photos
   * @throws as `setFlags` does
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
      // Nothing is changed by this: it asks for the photos as they are now.
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
  return flag === 'favorited' ? photo.favorited_by_me : photo[flag as 'archived' | 'hidden' | 'hidden_by_me'];
}

function hasTag({ tags }: PhotoItem, tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
