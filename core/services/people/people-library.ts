import { noSuchPerson, personKey, type PersonSummary } from '../../domain/person.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { PersonList, PeopleFilter } from '../../store/people/person-list.ts';
import type { PhotoLibrary, Page, PhotoPage } from '../library.ts';
import type { MapMarker, PlacesAndMap } from '../places-and-map.ts';
import { listScope, scopeOf, withOrWithoutHidden, type Viewer } from '../viewer.ts';

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
   * @param filter.q part of a name, in any case
   * @param filter.which defaults to all
   */
  list(
    viewer: Viewer,
    filter: { q?: string | undefined; includeHidden?: boolean | undefined; which?: PeopleFilter },
    page: Page,
  ): { people: PersonSummary[]; total: number } {
    const key = personKey(filter.q ?? '');
    const scope = listScope(viewer, filter.includeHidden);
    return this.#with.list.page({ key: key === '' ? null : key, which: filter.which, ...scope, ...page });
  }

  /** @throws DomainError `not_found` */
  one(viewer: Viewer, id: number, includeHidden?: boolean): PersonSummary {
    const { audience, withHidden } = listScope(viewer, includeHidden);
    const [person] = this.#with.list.some([id], audience, withHidden);
    if (!person) throw noSuchPerson();
    return person;
  }

  /**
   * The faces of a person, best first.
   * @throws DomainError `not_found`
   */
  faces(viewer: Viewer, id: number, page: Page, includeHidden?: boolean): FacePage {
    this.#check(viewer, id);
    const scope = listScope(viewer, includeHidden);
    const [person] = this.#with.list.some([id], scope.audience, scope.withHidden);
    return { faces: this.#with.faces.ofPerson(id, page, scope), total: person?.faceCount ?? 0 };
  }

  /** @throws DomainError `not_found` */
  photos(viewer: Viewer, id: number, page: Page, includeHidden?: boolean): PhotoPage {
    this.#check(viewer, id);
    return this.#with.library.list(viewer, { person: id, ...withOrWithoutHidden(includeHidden) }, page);
  }

  /** The places where the person was photographed. @throws DomainError `not_found` */
  map(viewer: Viewer, id: number, limit: number, includeHidden?: boolean): MapMarker[] {
    this.#check(viewer, id);
    return this.#with.places.markers(viewer, limit, undefined, { person: id, includeHidden });
  }

  /** Unassigned faces, highest detection score first. */
  unassigned(viewer: Viewer, page: Page, includeHidden?: boolean): FacePage {
    return this.#with.faces.unassigned(page, listScope(viewer, includeHidden));
  }

  /** Detections that users marked as not being a face, latest first. */
  notFaces(viewer: Viewer, page: Page, includeHidden?: boolean): FacePage {
    return this.#with.faces.notFaces(page, listScope(viewer, includeHidden));
  }

  /** Faces that users chose to ignore, latest first. */
  ignoredFaces(viewer: Viewer, page: Page, includeHidden?: boolean): FacePage {
    return this.#with.faces.ignored(page, listScope(viewer, includeHidden));
  }

  #check(viewer: Viewer, id: number): void {
    if (!this.#with.list.isThere(id, scopeOf(viewer))) throw noSuchPerson();
  }
}
