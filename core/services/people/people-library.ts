import { noSuchPerson, personKey, type PersonSummary } from '../../domain/person.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { Faces, FacesFor } from '../../store/people/faces.ts';
import type { PersonList, Which } from '../../store/people/person-list.ts';
import type { PhotoLibrary, Page, PhotoPage } from '../library.ts';
import type { MapMarker, PlacesAndMap } from '../places-and-map.ts';
import { showsHidden, scopeOf, type Viewer } from '../viewer.ts';

export interface FacePage {
  readonly faces: FaceRow[];
  readonly total: number;
}

interface Dependencies {
  readonly list: PersonList;
  readonly faces: Faces;
  readonly library: PhotoLibrary;
  readonly places: PlacesAndMap;
}

/** Reads people, their faces, and the photos that they appear in. */
export class PeopleLibrary {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Named persons first, then by number of faces.
   * @param asked.q part of a name, in any case
   * @param asked.which defaults to all
   */
  list(
    viewer: Viewer,
    asked: { q?: string | undefined; includeHidden?: boolean | undefined; which?: Which },
    page: Page,
  ): { people: PersonSummary[]; total: number } {
    const key = personKey(asked.q ?? '');
    const withHidden = showsHidden(viewer, asked.includeHidden);
    const { audience } = scopeOf(viewer);
    return this.#with.list.page({ key: key === '' ? null : key, which: asked.which, withHidden, audience, ...page });
  }

  /** @throws DomainError `not_found` */
  one(viewer: Viewer, id: number, includeHidden?: boolean): PersonSummary {
    const [person] = this.#with.list.some([id], scopeOf(viewer).audience, showsHidden(viewer, includeHidden));
    if (!person) throw noSuchPerson();
    return person;
  }

  /**
   * The faces of a person, best first.
   * @throws DomainError `not_found`
   */
  faces(viewer: Viewer, id: number, page: Page, includeHidden?: boolean): FacePage {
    this.#check(viewer, id);
    const seen = facesFor(viewer, includeHidden);
    const [person] = this.#with.list.some([id], seen.audience, seen.withHidden);
    return { faces: this.#with.faces.ofPerson(id, page, seen), total: person?.faceCount ?? 0 };
  }

  /** @throws DomainError `not_found` */
  photos(viewer: Viewer, id: number, page: Page, includeHidden?: boolean): PhotoPage {
    this.#check(viewer, id);
    return this.#with.library.list(viewer, { person: id, hidden: includeHidden ? 'with' : undefined }, page);
  }

  /** The places where the person was photographed. @throws DomainError `not_found` */
  map(viewer: Viewer, id: number, limit: number): MapMarker[] {
    this.#check(viewer, id);
    return this.#with.places.markers(viewer, limit, undefined, { person: id });
  }

  /** Unassigned faces, highest detection score first. */
  unassigned(viewer: Viewer, page: Page, includeHidden?: boolean): FacePage {
    return this.#with.faces.unassigned(page, facesFor(viewer, includeHidden));
  }

  /** Detections that users marked as not being a face, latest first. */
  notFaces(viewer: Viewer, page: Page, includeHidden?: boolean): FacePage {
    return this.#with.faces.notFaces(page, facesFor(viewer, includeHidden));
  }

  /** Faces that users chose to ignore, latest first. */
  ignoredFaces(viewer: Viewer, page: Page, includeHidden?: boolean): FacePage {
    return this.#with.faces.ignored(page, facesFor(viewer, includeHidden));
  }

  #check(viewer: Viewer, id: number): void {
    if (!this.#with.list.isThere(id, scopeOf(viewer))) throw noSuchPerson();
  }
}

const facesFor = (viewer: Viewer, includeHidden: boolean | undefined): FacesFor => ({
  audience: scopeOf(viewer).audience,
  withHidden: showsHidden(viewer, includeHidden),
});
