import type { PhotoSummary } from '../../domain/photo.ts';
import type { ViewerScope } from '../../domain/viewer-scope.ts';
import type { ShareRow } from '../../store/shares/share-rows.ts';
import type { SharedLists } from '../../store/shares/shared-lists.ts';
import type { Selection } from '../../timeline/selection.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { PhotoRules } from '../albums/photo-rules.ts';
import { noSuchPhoto, type Page, type PhotoLibrary } from '../library.ts';
import type { Viewer } from '../viewer.ts';
import type { OpenShare } from './open-shares.ts';

interface Dependencies {
  readonly library: Pick<PhotoLibrary, 'selected' | 'some'>;
  readonly lists: Pick<SharedLists, 'of' | 'has'>;
  readonly timeline: Pick<Timeline, 'capacity'>;
  readonly rules: Pick<PhotoRules, 'ready'>;
}

type Contents = Pick<ShareRow, 'id' | 'albumUid' | 'archived'>;

/**
 * The photos of shares: those that the maker may see now, without hidden ones. A shared album follows the album's changes;
 * photos of a list that no longer exist are left out.
 */
export class SharedPhotos {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Loads the lookup tables of an album with a rule; must precede the other methods.
   * @throws the signal's reason
   */
  async ready({ albumUid }: Pick<ShareRow, 'albumUid'>, signal: AbortSignal): Promise<void> {
    if (albumUid !== null) await this.#with.rules.ready({ album: albumUid }, signal);
  }

  /** @param scope as for `seenBy`: the number must not reveal photos that the maker hid for themselves */
  count(share: Contents, viewer: Viewer, scope?: ViewerScope): number {
    const visible = this.#seen(share, viewer, scope);
    return share.albumUid === null ? this.#listed(share, visible).length : visible.total;
  }

  page({ row, viewer }: Pick<OpenShare, 'row' | 'viewer'>, { limit, offset }: Page): PhotoPageOfShare {
    const { library } = this.#with;
    if (row.albumUid !== null) {
      const selection = this.#seen(row, viewer);
      return { photos: library.some(viewer, selection.ids(offset, offset + limit)), total: selection.total };
    }
    const ids = this.#listed(row, this.#seen(row, viewer));
    return { photos: library.some(viewer, ids.slice(offset, offset + limit)), total: ids.length };
  }

  /** The ids of all photos. */
  ids({ row, viewer }: Pick<OpenShare, 'row' | 'viewer'>): number[] {
    return row.albumUid === null ? this.#listed(row, this.#seen(row, viewer)) : this.#seen(row, viewer).ids();
  }

  /** Of some photos of the library, those that are in the share now. */
  among({ row, viewer }: Pick<OpenShare, 'row' | 'viewer'>, photos: readonly number[]): number[] {
    const { lists, timeline } = this.#with;
    const visible = this.#seen(row, viewer).idSet(timeline.capacity);
    return photos.filter((id) => visible.has(id) && (row.albumUid !== null || lists.has(row.id, id)));
  }

  /**
   * One photo, by its name in the share.
   * @throws DomainError `not_found` for photos that are currently not in the share
   */
  photo({ row, viewer, seal }: OpenShare, name: string): PhotoSummary {
    const id = seal.photoOf(name);
    const [photo] = id === undefined ? [] : this.#with.library.some(viewer, this.among({ row, viewer }, [id]));
    if (!photo) throw noSuchPhoto();
    return photo;
  }

  #listed(share: Contents, selection: Selection): number[] {
    const visible = selection.idSet(this.#with.timeline.capacity);
    return this.#with.lists.of(share.id).filter((id) => visible.has(id));
  }

  /** For a list of photos: all photos of the library that the list may contain. */
  #seen({ albumUid, archived }: Contents, viewer: Viewer, scope?: ViewerScope): Selection {
    const album = albumUid === null ? {} : { album: albumUid };
    return this.#with.library.selected(
      viewer,
      {
        ...album,
        archived: archived ? 'with' : 'without',
        hidden: 'without',
        // Photos that the timeline leaves out because of an album are shared nevertheless.
        onTimeline: false,
      },
      scope,
    );
  }
}

interface PhotoPageOfShare {
  readonly photos: PhotoSummary[];
  readonly total: number;
}
