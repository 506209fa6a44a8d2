import { tagKey, tagNames } from '../domain/tag-names.ts';
import type { FlagChange, PhotoFlags } from '../store/photos/photo-flags.ts';
import type { Photos } from '../store/photos/photos.ts';
import type { Tags } from '../store/photos/tags.ts';
import type { Transact } from '../store/transact.ts';
import { noSuchPhoto } from './library.ts';
import { sightOf, type Viewer } from './viewer.ts';

export type { FlagChange } from '../store/photos/photo-flags.ts';

/** What is changed alike about several photos. */
export interface SharedChange extends FlagChange {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** What people change about photos. It stays in the index: the source is never written to. */
export class PhotoEdits {
  readonly #photos: Photos;
  readonly #flags: PhotoFlags;
  readonly #tags: Tags;
  readonly #transact: Transact;

  constructor(parts: { photos: Photos; flags: PhotoFlags; tags: Tags; transact: Transact }) {
    this.#transact = parts.transact;
    this.#photos = parts.photos;
    this.#flags = parts.flags;
    this.#tags = parts.tags;
  }

  /** @throws DomainError `not_found` */
  changeFlags(viewer: Viewer, uid: string, change: FlagChange): void {
    this.#flags.change(this.#listed(viewer, uid), viewer.userId, change);
  }

  /**
   * Replaces the tags of a photo.
   * @returns the tags as they are kept
   * @throws DomainError `not_found`; `bad_input` for a tag that cannot be
   */
  replaceTags(viewer: Viewer, uid: string, tags: readonly string[]): string[] {
    const names = tagNames(tags);
    const id = this.#listed(viewer, uid);
    this.#tags.replace(id, names);
    return this.#photos.tags(id);
  }

  /**
   * Changes photos alike, all or none. Those that are gone meanwhile are passed over.
   * @returns the ids of those that are there
   * @throws DomainError `bad_input` for a tag that cannot be, or one too many for a photo
   */
  changeMany(viewer: Viewer, uids: readonly string[], { addTags, removeTags, ...flags }: SharedChange): number[] {
    const gone = new Set(removeTags.map(tagKey));
    return this.#transact(() =>
      uids.flatMap((uid) => {
        const id = this.#photos.listedId(uid, sightOf(viewer));
        if (id === undefined) return [];
        this.#flags.change(id, viewer.userId, flags);
        const tags = this.#photos.tags(id);
        const names = tagNames([...tags.filter((tag) => !gone.has(tagKey(tag))), ...addTags]);
        if (names.join('\0') !== tags.join('\0')) this.#tags.replace(id, names);
        return [id];
      }),
    );
  }

  #listed(viewer: Viewer, uid: string): number {
    const id = this.#photos.listedId(uid, sightOf(viewer));
    if (id === undefined) throw noSuchPhoto();
    return id;
  }
}
