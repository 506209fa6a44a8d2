import { tagNames } from '../domain/tag-names.ts';
import type { FlagChange, PhotoFlags } from '../index-store/photo-flags.ts';
import type { Photos } from '../index-store/photos.ts';
import type { Tags } from '../index-store/tags.ts';
import { noSuchPhoto } from './library.ts';
import type { Viewer } from './viewer.ts';

export type { FlagChange } from '../index-store/photo-flags.ts';

/** What people change about photos. It stays in the index: the source is never written to. */
export class PhotoEdits {
  readonly #photos: Photos;
  readonly #flags: PhotoFlags;
  readonly #tags: Tags;

  constructor(parts: { photos: Photos; flags: PhotoFlags; tags: Tags }) {
    this.#photos = parts.photos;
    this.#flags = parts.flags;
    this.#tags = parts.tags;
  }

  /** @throws DomainError `not_found` */
  changeFlags(viewer: Viewer, uid: string, change: FlagChange): void {
    this.#flags.change(this.#listed(uid), viewer.userId, change);
  }

  /**
   * Replaces the tags of a photo.
   * @returns the tags as they are kept
   * @throws DomainError `not_found`; `bad_input` for a tag that cannot be
   */
  replaceTags(uid: string, tags: readonly string[]): string[] {
    const names = tagNames(tags);
    const id = this.#listed(uid);
    this.#tags.replace(id, names);
    return this.#photos.tags(id);
  }

  #listed(uid: string): number {
    const id = this.#photos.listedId(uid);
    if (id === undefined) throw noSuchPhoto();
    return id;
  }
}
