import { signal } from '@preact/signals';
import type { DuplicateGroups, DuplicatePhoto, PhotoItem } from '../../../core/http/wire.ts';
import type { Undo } from './photo-edits.ts';

export type DuplicateKind = 'same' | 'near';

export interface DuplicateGroup {
  readonly id: string;
  readonly photos: readonly DuplicatePhoto[];
  /** Uid of the photo to keep. */
  readonly keep: string;
  /** Bytes of the photos that are not kept. */
  readonly waste: number;
}

/** Totals of the whole library, even if it has more groups than the page shows. */
export interface DuplicateTotals {
  readonly groups: number;
  readonly bytes: number;
}

export interface DuplicatesOptions {
  duplicates(kind: DuplicateKind, limit: number): Promise<DuplicateGroups>;
  /** @returns an undo; null if nothing changed */
  archive(photos: readonly PhotoItem[]): Promise<Undo | null>;
}

const maxGroups = 1000;
/** `IMG_1 (2).jpg`, `IMG_1 copy.jpg`, `Kopie von IMG_1.jpg`. */
const copyName = /\(\d+\)|\b(copy|kopie)\b/i;

/** Groups of duplicate photos, and what to do with them. */
export class Duplicates {
  readonly #groups = signal<readonly DuplicateGroup[]>([]);
  readonly #totals = signal<DuplicateTotals>({ groups: 0, bytes: 0 });
  readonly #options: DuplicatesOptions;
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;

  constructor(options: DuplicatesOptions) {
    this.#options = options;
  }

  get totals(): DuplicateTotals {
    return this.#totals.value;
  }

  /** All groups of the page, including those with at most one photo outside the archive: their files are still stored. */
  get all(): readonly DuplicateGroup[] {
    return this.#groups.value;
  }

  /** Groups with more than one photo outside the archive, the largest waste first. */
  get open(): readonly DuplicateGroup[] {
    return this.#groups.value.filter(({ photos }) => photos.filter(({ archived }) => !archived).length > 1);
  }

  /**
   * Reads the groups of a kind, unless another call comes before the answer.
   * @throws the server's error
   */
  async load(kind: DuplicateKind): Promise<void> {
    const turn = ++this.#turn;
    const { groups, total_groups, redundant_bytes } = await this.#options.duplicates(kind, maxGroups);
    if (turn !== this.#turn) return;
    this.#totals.value = { groups: total_groups, bytes: redundant_bytes };
    this.#groups.value = groups.flatMap(({ photos, count, bytes, sha1 }) => {
      const best = bestOf(photos);
      if (!best) return [];
      // For groups of similar photos, `bytes` is the total of all but one; for identical files, the size of each.
      const waste = sha1 === null ? bytes : bytes * (count - 1);
      return [{ id: sha1 ?? best.uid, photos, keep: best.uid, waste }];
    });
  }

  keep({ id }: DuplicateGroup, uid: string): void {
    this.#groups.value = this.#groups.value.map((group) => (group.id === id ? { ...group, keep: uid } : group));
  }

  /** Archives the photos that are not kept. @returns how many, and an undo; null if there are none */
  async archive(groups: readonly DuplicateGroup[]): Promise<{ count: number; undo: Undo } | null> {
    const photos = groups.flatMap(restOf);
    const undo = await this.#options.archive(photos);
    return undo && { count: photos.length, undo };
  }

  /** Replaces photos with changed versions. */
  replaceAll(changedPhotos: readonly PhotoItem[]): void {
    const byUid = new Map(changedPhotos.map((photo) => [photo.uid, photo]));
    this.#groups.value = this.#groups.value.map((group) => {
      if (!group.photos.some(({ uid }) => byUid.has(uid))) return group;
      const photos = group.photos.map((photo) => ({ ...photo, ...byUid.get(photo.uid) }));
      const keptPhoto = photos.find(({ uid }) => uid === group.keep);
      // If the photo to keep was archived, another one is proposed.
      return { ...group, photos, keep: keptPhoto?.archived ? (bestOf(photos)?.uid ?? group.keep) : group.keep };
    });
  }
}

/** The photos to archive. */
export function restOf({ photos, keep }: DuplicateGroup): DuplicatePhoto[] {
  return photos.filter(({ uid, archived }) => uid !== keep && !archived);
}

/** The files that can be deleted from the photo store, archived or not. */
export function filesOf({ photos, keep }: DuplicateGroup): DuplicatePhoto[] {
  return photos.filter(({ uid }) => uid !== keep);
}

/**
 * The proposed photo to keep: not archived, then most pixels, then most bytes, then a favourite, then most tags, then a name
 * that does not look like a copy, then the shortest name.
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
