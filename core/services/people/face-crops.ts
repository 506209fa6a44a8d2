import { isUnchanged } from '../../domain/byte-range.ts';
import { DomainError } from '../../domain/errors.ts';
import { noSuchFace, noSuchPerson } from '../../domain/person.ts';
import type { PictureFolder } from '../../media/picture-folder.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { UnchangedContent } from '../media.ts';
import type { PictureTurner } from '../picture-turner.ts';
import { openScopeOf, type Viewer } from '../viewer.ts';

export interface CropBytes {
  readonly unchanged: false;
  readonly etag: string;
  /** JPEG. */
  readonly bytes: Buffer;
}

interface Dependencies {
  readonly faces: Faces;
  readonly list: PersonList;
  readonly crops: PictureFolder;
  readonly turner: PictureTurner;
  /** Called for a face whose crop should exist but is missing. */
  readonly onLost: (faceId: number) => void;
}

/** Serves the pictures of faces. */
export class FaceCrops {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * @param viewer null if pictures are public
   * @throws DomainError `not_found` if there is no such face, or it has no picture
   */
  async crop(
    id: number,
    viewer: Viewer | null,
    ifNoneMatch: string | undefined,
  ): Promise<CropBytes | UnchangedContent> {
    const crop = this.#with.faces.crop(id, openScopeOf(viewer));
    if (crop === undefined) throw noSuchFace();
    if (crop.number === 0) throw noCrop();
    const etag = `"f${id.toString(36)}-${crop.number}"`;
    if (isUnchanged(ifNoneMatch, etag)) return { unchanged: true, etag };
    const bytes = await this.#with.crops.read(id);
    if (bytes) return { unchanged: false, etag, bytes: await this.#with.turner.turned(etag, bytes, crop.turned) };
    this.#with.onLost(id);
    throw noCrop();
  }

  /**
   * The crop of the face that represents a person.
   * @throws DomainError `not_found` if there is no such person, or they have no picture
   */
  async cover(
    id: number,
    viewer: Viewer | null,
    ifNoneMatch: string | undefined,
  ): Promise<CropBytes | UnchangedContent> {
    if (!this.#with.list.isThere(id, openScopeOf(viewer))) throw noSuchPerson();
    const cover = this.#with.list.cover(id, openScopeOf(viewer).audience);
    if (!cover) throw new DomainError('not_found', 'There is no picture of this person yet.');
    return this.crop(cover.faceId, viewer, ifNoneMatch);
  }
}

const noCrop = (): DomainError => new DomainError('not_found', 'There is no picture of this face yet.');
