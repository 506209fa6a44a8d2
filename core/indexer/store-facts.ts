import { folderOf } from '../domain/folder-path.ts';
import { personName } from '../domain/person.ts';
import { usableName } from '../domain/names.ts';
import { usableTags } from '../domain/tag-names.ts';
import type { SourceNode, SourcePerson } from '../plugin-api/photo-source.ts';
import type { Motions } from '../store/photos/motions.ts';
import type { PhotoFlags } from '../store/photos/photo-flags.ts';
import type { PhotoFolders } from '../store/photos/photo-folders.ts';
import type { NamedThere, SourcePeople } from '../store/photos/source-people.ts';
import type { Tags } from '../store/photos/tags.ts';

interface Dependencies {
  readonly tags: Pick<Tags, 'takeIn'>;
  readonly flags: Pick<PhotoFlags, 'favorInStore'>;
  readonly sourcePeople: Pick<SourcePeople, 'replace'>;
  readonly folders: Pick<PhotoFolders, 'put'>;
  readonly motions: Pick<Motions, 'told'>;
  /** Whether the source can send the motion parts that it lists. */
  readonly handsOutMotions: () => boolean;
}

/**
 * Stores facts from the photo store that are not in the files: names of people, tags, favourites, the folder, the motion
 * part.
 */
export class StoreFacts {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * To be called in a transaction.
   * @returns whether the texts of the photo have changed
   */
  takeIn(photo: number, node: SourceNode): boolean {
    const { tags = [], people = [], favourite = false, path, kind, motion = null } = node;
    this.#with.folders.put(photo, folderOf(path));
    this.#with.motions.told(photo, node.rev, kind === 'live' && this.#with.handsOutMotions() ? motion : null);
    if (favourite) this.#with.flags.favorInStore(photo);
    const otherTags = this.#with.tags.takeIn(photo, usableTags(tags));
    return this.#with.sourcePeople.replace(photo, people.flatMap(usablePerson)) || otherTags;
  }
}

/** Leaves out names that are invalid here. */
function usablePerson({ name: storeName, box }: SourcePerson): NamedThere[] {
  const name = usableName(storeName, personName);
  return name === null ? [] : [{ name, box: box ? { x: box.x, y: box.y, w: box.w, h: box.h } : null }];
}
