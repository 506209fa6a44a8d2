import { signal } from '@preact/signals';
import type { PhotoItem, Rotation, SomePhotos, UndonePhotos } from '../../../core/http/wire.ts';
import { NotUndone, PartlyDone, type Undo } from '../partly-done.ts';
import { WorkInLine, type UnfinishedWork } from '../work-in-line.ts';

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
  undoChange(change: string): Promise<UndonePhotos>;
  /** Called when facts of photos have changed that lists do not contain. */
  onFacts(photos: readonly PhotoItem[]): void;
  /** Called with changed photos; `hasMoved` means that photos may have entered or left lists, or changed places in them. */
  onChanged(photos: readonly PhotoItem[], hasMoved: boolean): void;
  /** Where edits are counted until they are done. */
  readonly unfinished?: UnfinishedWork;
  /** The message if an edit stopped after changing some of the photos. */
  brokenOff(done: number, total: number, reason: string): string;
  /** The message if the user has stopped an edit. */
  stopped(done: number, total: number): string;
  /** The message if no photo is as the edit left it, or was different before. */
  readonly nothingToUndo: string;
}

/** Facts that neither move a photo within a list nor out of it. */
const factsInPlace = new Set(['caption', 'rotation', 'rotate_by']);

/** crypto.randomUUID is missing on pages that are served without HTTPS. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** The most photos per request. An edit of more can be stopped between two requests. */
export const maxPerRequest = 200;

export type { Undo };

type Change = Omit<PhotoChange, 'uids'>;
type TakeBack = (changedPhotos: readonly PhotoItem[]) => Promise<void>;

/** What concerns the parts of an edit. */
interface Parts {
  /** Called after each part with its number of photos. */
  readonly onDone?: (count: number) => void;
  readonly stop?: AbortSignal | undefined;
}

/** Changes several photos at once, with undo. */
export class PhotoEdits {
  /** The photos of the latest edit, as changed. */
  readonly changed = signal<readonly PhotoItem[]>([]);
  readonly #options: PhotoEditsOptions;
  /** One request at a time, so that the answer that comes last tells of the latest change. */
  readonly #requests: WorkInLine;

  constructor(options: PhotoEditsOptions) {
    this.#options = options;
    this.#requests = new WorkInLine(options.unfinished);
  }

  /**
   * Sets flags of photos; photos that have them already are left out.
   * @returns an undo; null if no photo changes
   * @throws the server's error; PartlyDone if some photos were changed before
   */
  async setFlags(photos: readonly PhotoItem[], flags: Flags): Promise<Undo | null> {
    const changing = photos.filter((photo) => Object.entries(flags).some(([flag, on]) => flagOf(photo, flag) !== on));
    const opposite = Object.fromEntries(Object.entries(flags).map(([flag, on]) => [flag, !on])) as Flags;
    const hasMoved = Object.keys(flags).some((flag) => flag !== 'favorited');
    // If two flags are set at once, a photo may have had one of them before. Undo resets each flag only for photos that did
    // not have it.
    return this.#edit(changing, flags, hasMoved, async (changedPhotos) => {
      for (const [flag, on] of Object.entries(opposite)) {
        const flagged = changedPhotos.filter((photo) => flagOf(photo, flag) === on);
        await this.#send(flagged, { [flag]: on }, hasMoved);
      }
    });
  }

  /**
   * Adds a tag to photos that do not have it.
   * @param stop ends it after the request that is under way
   * @returns an undo; null if all have it
   * @throws like `setFlags`; PartlyDone also if it was stopped
   */
  async addTag(photos: readonly PhotoItem[], tag: string, stop?: AbortSignal): Promise<Undo | null> {
    const changing = photos.filter((photo) => !hasTag(photo, tag));
    const takeBack: TakeBack = (changedPhotos) => this.#send(changedPhotos, { remove_tags: [tag] }, false);
    return this.#edit(changing, { add_tags: [tag] }, false, takeBack, stop);
  }

  /**
   * @returns an undo for the photos that had the tag; null if none has it
   * @throws like `setFlags`
   */
  async removeTag(photos: readonly PhotoItem[], tag: string): Promise<Undo | null> {
    const changing = photos.filter((photo) => hasTag(photo, tag));
    return this.#edit(changing, { remove_tags: [tag] }, false, (changedPhotos) =>
      this.#send(changedPhotos, { add_tags: [tag] }, false),
    );
  }

  /**
   * Sets facts of photos.
   * @param stop as of `addTag`
   * @returns an undo that restores the previous values of each photo; null without photos
   * @throws like `addTag`
   */
  async setFacts(photos: readonly PhotoItem[], facts: FactsChange, stop?: AbortSignal): Promise<Undo | null> {
    const change = randomName();
    const hasMoved = Object.keys(facts).some((fact) => !factsInPlace.has(fact));
    const reportAfter = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } finally {
        this.#options.onFacts(photos);
      }
    };
    const restore = async (changedPhotos: readonly PhotoItem[]): Promise<void> => {
      const { photos: count } = await this.#requests.run(() => this.#options.undoChange(change));
      // This request changes nothing: it returns the current photos.
      await reportAfter(this.#send(changedPhotos, {}, hasMoved));
      if (count === 0) throw new NotUndone(this.#options.nothingToUndo);
    };
    return reportAfter(this.#edit(photos, { ...facts, change }, hasMoved, restore, stop));
  }

  async #edit(
    photos: readonly PhotoItem[],
    change: Change,
    hasMoved: boolean,
    takeBack: TakeBack,
    stop?: AbortSignal,
  ): Promise<Undo | null> {
    if (photos.length === 0) return null;
    let done = 0;
    const onDone = (count: number): void => {
      done += count;
    };
    try {
      await this.#send(photos, change, hasMoved, { onDone, stop });
    } catch (error) {
      if (done === 0) throw error;
      // If the answer was lost, the last part may have been changed, too.
      const sent = photos.slice(0, isAnswer(error) ? done : done + maxPerRequest);
      const sentence = this.#options.brokenOff(done, photos.length, (error as Error).message);
      throw new PartlyDone(sentence, () => takeBack(sent), error);
    }
    if (done < photos.length) {
      const sent = photos.slice(0, done);
      throw new PartlyDone(this.#options.stopped(done, photos.length), () => takeBack(sent), null);
    }
    return Object.assign(() => takeBack(photos), { of: changedBy(photos, change) });
  }

  async #send(
    photos: readonly PhotoItem[],
    change: Change,
    hasMoved: boolean,
    { onDone, stop }: Parts = {},
  ): Promise<void> {
    for (let from = 0; from < photos.length; from += maxPerRequest) {
      if (from > 0 && stop?.aborted) return;
      const uids = photos.slice(from, from + maxPerRequest).map(({ uid }) => uid);
      const answer = await this.#requests.run(() => this.#options.changePhotos({ uids, ...change }));
      onDone?.(uids.length);
      this.changed.value = answer.photos;
      this.#options.onChanged(answer.photos, hasMoved);
    }
  }
}

/** The names of facts that are different ways to change the same. */
const sameFacts: Readonly<Record<string, string>> = {
  ...{ rotate_by: 'rotation', taken_at_local: 'time', zone: 'time', shift_by: 'time', zone_change: 'time' },
  ...{ lat: 'place', lng: 'place', no_place: 'place' },
};

/** What a change sets, one text for each photo and fact or tag. */
function changedBy(photos: readonly PhotoItem[], change: Change): ReadonlySet<string> {
  const { add_tags = [], remove_tags = [], ...others } = change;
  const names = [
    ...Object.keys(others)
      .filter((key) => key !== 'change')
      .map((fact) => sameFacts[fact] ?? fact),
    ...[...add_tags, ...remove_tags].map((tag) => `tag ${tag.toLowerCase()}`),
  ];
  return new Set(photos.flatMap(({ uid }) => names.map((name) => `${name} ${uid}`)));
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
