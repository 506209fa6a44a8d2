import type { DuplicateTotal } from './duplicate-total.ts';

/** One content, and the photos that have it. */
export interface CopiedContent {
  /** Unique for each content. */
  readonly key: string;
  /** Bytes of a single copy. */
  readonly size: number;
  /** Ids. */
  readonly photos: readonly number[];
}

interface Group {
  readonly key: string;
  readonly size: number;
  copies: number;
}

/** The wasted bytes of all copies, updated photo by photo. Only photos that exist more than once are in memory. */
export class DuplicateTally {
  readonly #groupOf = new Map<number, Group>();
  #groups = 0;
  #bytes = 0;

  get total(): DuplicateTotal {
    return { groups: this.#groups, bytes: this.#bytes };
  }

  /** Removes a photo, if it is in the tally. */
  remove(photo: number): void {
    const group = this.#groupOf.get(photo);
    if (!group) return;
    this.#groupOf.delete(photo);
    group.copies--;
    if (group.copies > 0) this.#bytes -= group.size;
    if (group.copies === 1) this.#groups--;
  }

  /** Adds all photos of one content. */
  put({ key, size, photos }: CopiedContent): void {
    if (photos.length < 2) return;
    const groups = photos.map((photo) => this.#groupOf.get(photo));
    const group = groups.find((candidate) => candidate?.key === key && candidate.size === size) ?? {
      key,
      size,
      copies: 0,
    };
    for (const photo of photos) this.#add(photo, group);
  }

  #add(photo: number, group: Group): void {
    if (this.#groupOf.get(photo) === group) return;
    this.remove(photo);
    this.#groupOf.set(photo, group);
    group.copies++;
    if (group.copies > 1) this.#bytes += group.size;
    if (group.copies === 2) this.#groups++;
  }
}
