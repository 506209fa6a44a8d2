import { signal } from '@preact/signals';
import type { DuplicateGroups, DuplicatePhoto, PhotoItem } from '../../../core/http/wire.ts';
import type { Undo } from './photo-edits.ts';

export type DuplicateKind = 'same' | 'near';

export interface DuplicateGroup {
  readonly id: string;
  readonly photos: readonly DuplicatePhoto[];
  /** Uid of the photo that stays. */
  readonly keep: string;
  /** Bytes that the others take. */
  readonly waste: number;
}

/** Of the whole library, also where it has more groups than the page. */
export interface DuplicateTotals {
  readonly groups: number;
  readonly bytes: number;
}

export interface DuplicatesOptions {
  duplicates(kind: DuplicateKind, limit: number): Promise<DuplicateGroups>;
  /** @returns how to take it back; null when nothing changed */
  archive(photos: readonly PhotoItem[]): Promise<Undo | null>;
}

const mostGroups = 1000;
/** `IMG_1 (2).jpg`, `IMG_1 copy.jpg`, `Kopie von IMG_1.jpg`. */
const copyName = /\(\d+\)|\b(copy|kopie)\b/i;

/** Photos that are there more than once, and what becomes of them. */
export class Duplicates {
  readonly #groups = signal<readonly DuplicateGroup[]>([]);
  readonly #totals = signal<DuplicateTotals>({ groups: 0, bytes: 0 });
  readonly #options: DuplicatesOptions;

  constructor(options: DuplicatesOptions) {
    this.#options = options;
  }

  get totals(): DuplicateTotals {
    return this.#totals.value;
  }

  /** All of the page, also those of which all but one are in the archive: their files are still stored. */
  get all(): readonly DuplicateGroup[] {
    return this.#groups.value;
  }

  /** Groups of which more than one photo is still outside the archive, the largest waste first. */
  get open(): readonly DuplicateGroup[] {
    return this.#groups.value.filter(({ photos }) => photos.filter(({ archived }) => !archived).length > 1);
  }

  /** @throws what the server answered */
  async load(kind: DuplicateKind): Promise<void> {
    const { groups, total_groups, redundant_bytes } = await this.#options.duplicates(kind, mostGroups);
    this.#totals.value = { groups: total_groups, bytes: redundant_bytes };
    this.#groups.value = groups.flatMap(({ photos, count, bytes, sha1 }) => {
      const best = bestOf(photos);
      if (!best) return [];
      // A group that only looks alike tells the bytes of all but one.
      const waste = sha1 === null ? bytes : bytes * (count - 1);
      return [{ id: sha1 ?? best.uid, photos, keep: best.uid, waste }];
    });
  }

  keep({ id }: DuplicateGroup, uid: string): void {
    this.#groups.value = this.#groups.value.map((group) => (group.id === id ? { ...group, keep: uid } : group));
  }

  /** Archives what does not stay. @returns how many photos, and how to take it back; null when there is nothing */
  async archive(groups: readonly DuplicateGroup[]): Promise<{ count: number; undo: Undo } | null> {
    const photos = groups.flatMap(restOf);
    const undo = await this.#options.archive(photos);
    return undo && { count: photos.length, undo };
  }

  /** Takes in what an edit made of photos. */
  replaceAll(changed: readonly PhotoItem[]): void {
    const byUid = new Map(changed.map((photo) => [photo.uid, photo]));
    this.#groups.value = this.#groups.value.map((group) => {
      if (!group.photos.some(({ uid }) => byUid.has(uid))) return group;
      const photos = group.photos.map((photo) => ({ ...photo, ...byUid.get(photo.uid) }));
      const kept = photos.find(({ uid }) => uid === group.keep);
      // Who archives the one that was to stay wants another one.
      return { ...group, photos, keep: kept?.archived ? (bestOf(photos)?.uid ?? group.keep) : group.keep };
    });
  }
}

/** What goes to the archive. */
export function restOf({ photos, keep }: DuplicateGroup): DuplicatePhoto[] {
  return photos.filter(({ uid, archived }) => uid !== keep && !archived);
}

/** What can be deleted where the photos are stored, in the archive or on its way there. */
export function filesOf({ photos, keep }: DuplicateGroup): DuplicatePhoto[] {
  return photos.filter(({ uid }) => uid !== keep);
}

/**
 * The one to keep: most pixels, then most bytes; of equals one that somebody marked or tagged, then one that is not
 * named like a copy, then the one with the shortest name. What is archived already stays there.
 */
export function bestOf(photos: readonly DuplicatePhoto[]): DuplicatePhoto | undefined {
  const rank = ({ width, height, size, favorited_by_me, tags, archived, name }: DuplicatePhoto): number[] => [
    Number(!archived),
    (width ?? 0) * (height ?? 0),
    size,
    Number(favorited_by_me),
    tags.length,
    -Number(copyName.test(name)),
    -name.length,
  ];
  const ranked = photos.map((photo) => ({ photo, rank: rank(photo) }));
  ranked.sort((a, b) => b.rank.map((value, i) => value - (a.rank[i] ?? 0)).find((difference) => difference !== 0) ?? 0);
  return ranked[0]?.photo;
}
