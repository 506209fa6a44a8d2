import type {
  AlbumPhotosPage,
  AlbumsPage,
  ChangesPage,
  PhotoSource,
  TimelinePage,
} from '../../plugin-api/photo-source.ts';
import { CheckedSource } from './checked-source.ts';
import type { Listing } from './listing.ts';

/** The first photo source of a library. Its uids have no prefix. Photos whose uid begins with another source's prefix are left out. */
export class FirstSource extends CheckedSource {
  readonly #isOther: (uid: string) => boolean;

  /** @param isOther whether a uid begins with the prefix of another source */
  constructor(source: () => PhotoSource, isOther: (uid: string) => boolean) {
    super(source);
    this.#isOther = isOther;
  }

  override async timeline(cursor: string | null, listing: Listing, signal: AbortSignal): Promise<TimelinePage> {
    const page = await super.timeline(cursor, listing, signal);
    return { ...page, items: this.#own(page.items) };
  }

  override async changes(since: string, listing: Listing, signal: AbortSignal): Promise<ChangesPage> {
    const page = await super.changes(since, listing, signal);
    return { ...page, events: this.#own(page.events) };
  }

  override async albums(cursor: string | null, listing: Listing, signal: AbortSignal): Promise<AlbumsPage> {
    const page = await super.albums(cursor, listing, signal);
    return { ...page, albums: this.#own(page.albums) };
  }

  override async albumPhotos(
    albumUid: string,
    cursor: string | null,
    listing: Listing,
    signal: AbortSignal,
  ): Promise<AlbumPhotosPage> {
    const page = await super.albumPhotos(albumUid, cursor, listing, signal);
    return { ...page, items: this.#own(page.items) };
  }

  #own<T extends { readonly uid: string }>(items: readonly T[]): T[] {
    return items.filter(({ uid }) => !this.#isOther(uid));
  }
}
