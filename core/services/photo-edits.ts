import { tagKey, tagNames } from '../domain/tag-names.ts';
import { DomainError } from '../domain/errors.ts';
import type { FlagChange, PhotoFlags } from '../store/photos/photo-flags.ts';
import type { Photos } from '../store/photos/photos.ts';
import type { Tags } from '../store/photos/tags.ts';
import type { Transact } from '../store/transact.ts';
import type { FactEdits, ReadyFacts } from './fact-edits.ts';
import { listedId } from './library.ts';
import { openScopeOf, type Viewer } from './viewer.ts';

export type { FlagChange } from '../store/photos/photo-flags.ts';

/** The same change for several photos. */
export interface SharedChange extends FlagChange {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly facts?: ReadyFacts | undefined;
}

/** Manual edits of photos. They stay in the index: the source is read-only. */
export class PhotoEdits {
  readonly #photos: Photos;
  readonly #flags: PhotoFlags;
  readonly #tags: Tags;
  readonly #facts: FactEdits;
  readonly #transact: Transact;

  constructor(parts: { photos: Photos; flags: PhotoFlags; tags: Tags; facts: FactEdits; transact: Transact }) {
    this.#facts = parts.facts;
    this.#transact = parts.transact;
    this.#photos = parts.photos;
    this.#flags = parts.flags;
    this.#tags = parts.tags;
  }

  /**
   * Changes the flags and facts of one photo.
   * @returns whether its effective facts changed
   * @throws DomainError `not_found`; `bad_input` for invalid facts
   */
  change(viewer: Viewer, uid: string, flags: FlagChange, facts?: ReadyFacts): boolean {
    const id = listedId(this.#photos, uid, openScopeOf(viewer));
    const kind = facts && this.#photos.file(uid, openScopeOf(viewer))?.kind;
    if (kind === 'video' && ((facts?.asked.rotation ?? 0) !== 0 || facts?.asked.rotateBy !== undefined)) {
      const field = facts?.asked.rotateBy === undefined ? 'rotation' : 'rotate_by';
      throw new DomainError('bad_input', `${field}: a video cannot be rotated, only a photo.`);
    }
    return this.#transact(() => {
      this.#flags.change(id, viewer.userId, flags);
      if (!facts || !kind || !this.#facts.decide(viewer, { id, kind }, facts)) return false;
      this.#facts.refreshTexts([id]);
      return true;
    });
  }

  /**
   * Replaces the tags of a photo.
   * @returns the tags as stored
   * @throws DomainError `not_found`; `bad_input` for an invalid tag
   */
  replaceTags(viewer: Viewer, uid: string, tags: readonly string[]): string[] {
    const names = tagNames(tags);
    const id = listedId(this.#photos, uid, openScopeOf(viewer));
    this.#tags.replace(id, names);
    return this.#photos.tags(id);
  }

  /**
   * Applies the same change to all photos, or to none. Photos that no longer exist are skipped.
   * @returns the ids of the existing photos, and the number of photos whose effective facts changed
   * @throws DomainError `bad_input` for an invalid tag, too many tags for a photo, or invalid facts
   */
  changeMany(viewer: Viewer, uids: readonly string[], change: SharedChange): { ids: number[]; edited: number } {
    const { addTags, removeTags, facts, ...flags } = change;
    const removed = new Set(removeTags.map(tagKey));
    return this.#transact(() => {
      const editedIds: number[] = [];
      const ids = uids.flatMap((uid) => {
        const id = this.#photos.listedId(uid, openScopeOf(viewer));
        if (id === undefined) return [];
        const kind = facts && this.#photos.file(uid, openScopeOf(viewer))?.kind;
        if (facts && kind && this.#facts.decide(viewer, { id, kind }, facts)) editedIds.push(id);
        this.#flags.change(id, viewer.userId, flags);
        if (addTags.length === 0 && removeTags.length === 0) return [id];
        // All tags together must stay below the limit of a photo.
        tagNames([...this.#photos.tags(id).filter((tag) => !removed.has(tagKey(tag))), ...addTags]);
        this.#tags.change(id, { added: tagNames(addTags), removed });
        return [id];
      });
      this.#facts.refreshTexts(editedIds);
      return { ids, edited: editedIds.length };
    });
  }
}
