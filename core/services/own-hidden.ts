import { noSuchPerson, type PersonSummary } from '../domain/person.ts';
import type { AlbumRef } from '../domain/photo.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import type { Subject, Withholdings } from '../store/household/withholdings.ts';
import type { PersonList } from '../store/people/person-list.ts';
import type { Transact } from '../store/transact.ts';
import type { Facets } from '../timeline/facets.ts';
import { noSuchAlbum, type AlbumLibrary } from './album-library.ts';
import type { PhotoLibrary } from './library.ts';
import { openScopeOf, withOrWithoutHidden, type Viewer } from './viewer.ts';

/** Photos, albums and people that a user hid for themselves. */
export interface HiddenByUser {
  /** The number of photos hidden one by one, without those of hidden albums and people. */
  readonly photos: number;
  /** Most recently hidden first, like the albums. */
  readonly people: readonly PersonSummary[];
  readonly albums: readonly AlbumRef[];
}

interface Dependencies {
  readonly withholdings: Withholdings;
  readonly people: Pick<PersonList, 'isThere' | 'some'>;
  readonly albums: Pick<AlbumLibrary, 'one' | 'ready'>;
  readonly library: Pick<PhotoLibrary, 'selected'>;
  readonly facets: Pick<Facets, 'albumId'>;
  readonly withheld: WithheldFrom;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Albums and people that users of any role hide for themselves, with all of their photos. Single photos are hidden by
 * `PhotoEdits`.
 */
export class OwnHiding {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Hides or shows a subject; takes effect with the next request.
   * @throws DomainError `not_found`; the signal's reason
   */
  async hide(viewer: Viewer, subject: Subject, hidden: boolean, signal: AbortSignal): Promise<void> {
    if ('album' in subject) await this.#with.albums.ready(subject.album, signal);
    this.#with.transact(() => {
      this.#check(viewer, subject);
      this.#with.withholdings.hideOwn(subject, hidden, { user: viewer.userId, now: this.#with.clock() });
    });
  }

  /** Leaves out subjects that no longer exist, or that others withhold from the viewer. */
  all(viewer: Viewer, includeHidden?: boolean): HiddenByUser {
    const { withholdings, people, library, facets, withheld } = this.#with;
    const { audience, seesHidden } = openScopeOf(viewer);
    const hidden = withholdings.hiddenBy(viewer.userId);
    const withheldAlbums = withheld(audience).albums;
    const albums = hidden.albums.filter((uid) => facets.albumId(uid) !== undefined && !withheldAlbums.has(uid));
    return {
      photos: library.selected(viewer, { ownHiddenOf: viewer.userId, ...withOrWithoutHidden(includeHidden) }).total,
      people: people.some(hidden.people, audience, seesHidden),
      albums: albums.map((album) => ({ uid: album, name: withholdings.nameOf({ album }) ?? '' })),
    };
  }

  #check(viewer: Viewer, subject: Subject): void {
    const { withholdings, people, albums, facets } = this.#with;
    if ('person' in subject) {
      if (!people.isThere(subject.person, openScopeOf(viewer))) throw noSuchPerson();
      return;
    }
    const isHidden = withholdings.hiddenBy(viewer.userId).albums.includes(subject.album);
    // Lists leave out hidden albums, so those are looked up by id.
    if (!isHidden) albums.one(viewer, subject.album);
    else if (facets.albumId(subject.album) === undefined) throw noSuchAlbum();
  }
}
