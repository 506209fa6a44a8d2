import { readMediaPath } from '../domain/media-path.ts';
import type { Faces } from '../store/people/faces.ts';
import type { PersonList } from '../store/people/person-list.ts';
import type { Photos } from '../store/photos/photos.ts';
import { openScopeOf, type Viewer } from './viewer.ts';

/** Decides which pictures a viewer may read now. */
export class ReadableMedia {
  readonly #photos: Pick<Photos, 'file'>;
  readonly #faces: Pick<Faces, 'crop'>;
  readonly #people: Pick<PersonList, 'isThere'>;

  constructor(parts: {
    photos: Pick<Photos, 'file'>;
    faces: Pick<Faces, 'crop'>;
    people: Pick<PersonList, 'isThere'>;
  }) {
    this.#photos = parts.photos;
    this.#faces = parts.faces;
    this.#people = parts.people;
  }

  /** Whether the picture of a path exists for the viewer; true for other paths, which are rejected elsewhere. */
  mayRead(viewer: Viewer, path: string): boolean {
    const subject = readMediaPath(path)?.subject;
    if (!subject) return true;
    const scope = openScopeOf(viewer);
    if ('photo' in subject) return this.#photos.file(subject.photo, scope) !== undefined;
    if ('face' in subject) return this.#faces.crop(subject.face, scope) !== undefined;
    return this.#people.isThere(subject.person, scope);
  }
}
