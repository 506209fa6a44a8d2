import { monthAnchors, type Anchor } from '../timeline/anchors.ts';
import { aspectsAt } from '../timeline/aspect.ts';
import { DomainError } from '../domain/errors.ts';
import { dateIn } from '../domain/local-date.ts';
import { onThisDay } from '../timeline/memories.ts';
import type { DuplicateTotal } from '../domain/duplicate-total.ts';
import { namedByStore } from '../domain/named-by-store.ts';
import { newestIds } from '../domain/newest-ids.ts';
import type { ViewerScope } from '../domain/viewer-scope.ts';
import type { PhotoFilter } from '../timeline/photo-filter.ts';
import { videosAt } from '../timeline/video-count.ts';
import { turnBox } from '../domain/turn.ts';
import type { DescribedPhoto, FaceRow, PhotoSummary, PlacedFile } from '../domain/photo.ts';
import type { Duplicates } from '../store/photos/duplicates.ts';
import type { Faces } from '../store/people/faces.ts';
import type { PhotoSummaries } from '../timeline/summaries.ts';
import type { SourcePeople } from '../store/photos/source-people.ts';
import type { Photos } from '../store/photos/photos.ts';
import type { Selection } from '../timeline/selection.ts';
import { shownTo } from '../timeline/place-census.ts';
import type { Selections } from '../timeline/selections.ts';
import type { DuplicateTotals } from './duplicate-totals.ts';
import type { SmartAlbumsOf } from './albums/smart-albums-of.ts';
import type { FolderAccess } from './folders/folder-access.ts';
import type { PhotoFindings } from './photo-findings.ts';
import { listScope, openScopeOf, seenBy, scopeOf, withOrWithoutHidden, type Viewer } from './viewer.ts';

/** The number of photos per read when all are requested; a read takes a few milliseconds. */
const pageSize = 250;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface PhotoPage {
  readonly photos: PhotoSummary[];
  /** The number of matching photos on all pages. */
  readonly total: number;
}

export interface DuplicatePhotos {
  /** SHA-1 of the shared content; null for photos that are only similar. */
  readonly sha1: Buffer | null;
  /** Size of one copy; for similar photos, the sum of all but the largest. */
  readonly bytes: number;
  readonly photos: PhotoSummary[];
}

export interface MemoriesOfDay {
  readonly month: number;
  readonly day: number;
  /** Newest year first. */
  readonly years: readonly { readonly year: number; readonly yearsAgo: number; readonly photos: PhotoSummary[] }[];
}

interface Dependencies {
  readonly selections: Selections;
  readonly photos: Photos;
  readonly summaries: PhotoSummaries;
  readonly faces: Faces;
  readonly sourcePeople: Pick<SourcePeople, 'of' | 'notPersons'>;
  readonly found: PhotoFindings;
  readonly duplicates: Duplicates;
  readonly duplicateTotals: DuplicateTotals;
  readonly duplicateTotalsWithHidden: DuplicateTotals;
  readonly folders: FolderAccess;
  readonly smartAlbums: SmartAlbumsOf;
  readonly clock: () => number;
  /** The time zone that defines "today". */
  readonly timeZone: () => string;
}

/** Browsing: the timeline and selections of it. */
export class PhotoLibrary {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  list(viewer: Viewer, filter: PhotoFilter, { limit, offset }: Page): PhotoPage {
    const selection = this.selected(viewer, filter);
    const ids = selection.ids(offset, offset + limit);
    const photos = filter.ownHiddenOf === undefined ? this.some(viewer, ids) : this.opened(viewer, ids);
    return { photos, total: selection.total };
  }

  /**
   * All photos that match a filter and are visible to the viewer.
   * @param scope as in `seenBy`
   * @throws DomainError `forbidden` when the filter asks for photos that are withheld from the viewer
   */
  selected(viewer: Viewer, filter: PhotoFilter, scope?: ViewerScope): Selection {
    if (filter.folder) this.#with.folders.check(viewer);
    return this.#with.selections.find(seenBy(viewer, filter, scope));
  }

  archived(viewer: Viewer, page: Page, includeHidden?: boolean): PhotoPage {
    return this.list(viewer, archivedPhotos(includeHidden), page);
  }

  /**
   * All archived photos from `offset` on, as pages that are read lazily. The list of photos is fixed at the call;
   * photos that are removed later are left out.
   */
  everyArchived(viewer: Viewer, offset: number, includeHidden?: boolean): Iterable<PhotoSummary[]> {
    const archived = this.#with.selections.find(seenBy(viewer, archivedPhotos(includeHidden)));
    const ids = archived.read(({ id }, positions) => positions.subarray(offset).map((position) => id[position] ?? 0));
    return this.#pages(viewer, ids);
  }

  /** The months of the list with the same filters; empty if the list is not sorted by time. */
  anchors(viewer: Viewer, filter: PhotoFilter): Anchor[] {
    const selection = this.selected(viewer, filter);
    return selection.isArranged ? [] : selection.derive('anchors', monthAnchors);
  }

  /** The ids of all photos of the list with the same filters, in its order. */
  ids(viewer: Viewer, filter: PhotoFilter): number[] {
    return this.selected(viewer, filter).ids();
  }

  /** The aspect of each photo of the list with the same filters, in its order; see aspect.ts. */
  aspects(viewer: Viewer, filter: PhotoFilter): Uint8Array<ArrayBuffer> {
    return this.selected(viewer, filter).read(aspectsAt);
  }

  /** The number of videos in the list with the same filters. */
  videoCount(viewer: Viewer, filter: PhotoFilter): number {
    return this.selected(viewer, filter).derive('videos', videosAt);
  }

  /**
   * @param date a day of the calendar; default: today
   * @param options.limit the maximum number of photos; the newest ones are kept
   */
  memories(
    viewer: Viewer,
    date?: { month: number; day: number },
    { limit = Infinity, includeHidden }: { limit?: number | undefined; includeHidden?: boolean | undefined } = {},
  ): MemoriesOfDay {
    const today = dateIn(this.#with.timeZone(), this.#with.clock());
    const { month, day } = date ?? today;
    const selection = this.#with.selections.find(seenBy(viewer, withOrWithoutHidden(includeHidden)));
    const matchingYears = selection.derive(`memories ${month}-${day} in ${today.year}`, (columns, listed) =>
      onThisDay(columns, listed, { month, day }, today).map(({ year, positions }) => ({
        year,
        ids: positions.map((position) => columns.id[position] ?? 0),
      })),
    );
    let remaining = limit;
    const yearsShown = matchingYears.flatMap(({ year, ids }) => {
      const first = ids.slice(0, remaining);
      remaining -= first.length;
      return first.length === 0 ? [] : { year, ids: first };
    });
    const photos = this.#byId(
      yearsShown.flatMap(({ ids }) => ids),
      viewer,
    );
    return {
      month,
      day,
      years: yearsShown.map(({ year, ids }) => ({
        year,
        yearsAgo: today.year - year,
        photos: ids.flatMap((id) => photos.get(id) ?? []),
      })),
    };
  }

  /** The photos that were added to the library last, whenever they were taken; ids increase with each new photo. */
  recent(viewer: Viewer, limit: number, includeHidden?: boolean): PhotoSummary[] {
    const selection = this.#with.selections.find(seenBy(viewer, withOrWithoutHidden(includeHidden)));
    const ids = selection.derive(`recent ${limit}`, ({ id }, positions) => newestIds(id, positions, limit));
    return this.some(viewer, ids);
  }

  /** Photos with the same content, largest waste first. */
  duplicates(viewer: Viewer, limit: number, includeHidden?: boolean): DuplicatePhotos[] {
    const { audience, withHidden } = listScope(viewer, includeHidden);
    const visible = this.#with.selections.find(shownTo(audience, withHidden));
    const groups = visible.derive(`duplicates ${limit}`, () =>
      this.#with.duplicates.largest(limit, audience, withHidden),
    );
    const photos = this.#byId(
      groups.flatMap((group) => group.photos),
      viewer,
    );
    return groups.map(({ sha1, size, photos: ids }) => ({
      sha1,
      bytes: size,
      photos: ids.flatMap((id) => photos.get(id) ?? []),
    }));
  }

  /** Duplicates in the whole library, without photos that are withheld from the viewer. */
  duplicateTotal(viewer: Viewer, includeHidden?: boolean): Promise<DuplicateTotal> {
    const { audience, withHidden } = listScope(viewer, includeHidden);
    return (withHidden ? this.#with.duplicateTotalsWithHidden : this.#with.duplicateTotals).now(audience);
  }

  /** File names, sizes and folders of photos, by id. */
  fileNames(viewer: Viewer, ids: readonly number[]): ReadonlyMap<number, PlacedFile> {
    const folders = this.#with.folders.some(viewer, ids);
    return new Map([...this.#with.photos.names(ids)].map(([id, file]) => [id, { ...file, folder: folders.get(id) }]));
  }

  /** The photos with these ids in the given order. Photos that do not exist are left out. */
  some(viewer: Viewer, ids: readonly number[]): PhotoSummary[] {
    return this.#with.summaries.of(ids, scopeOf(viewer));
  }

  /** Like `some`, but includes photos that the viewer has hidden for themselves. */
  opened(viewer: Viewer, ids: readonly number[]): PhotoSummary[] {
    return this.#with.summaries.of(ids, openScopeOf(viewer));
  }

  /** @throws DomainError `not_found` */
  async photo(viewer: Viewer, uid: string): Promise<DescribedPhoto> {
    const photo = this.#with.photos.detail(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    const albums = [...photo.albums, ...this.#with.smartAlbums.of(viewer, photo)].sort(byName);
    const stack = this.some(viewer, [photo.id])[0]?.stack ?? null;
    const folder = this.#with.folders.of(viewer, photo.id);
    return { ...(await this.#with.found.describe(photo)), albums, stack, folder };
  }

  /** @throws DomainError `not_found` */
  faces(viewer: Viewer, uid: string): FaceRow[] {
    const photo = this.#with.photos.file(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    const { id, turned: turn } = photo;
    const storePeople = this.#with.sourcePeople
      .of(id)
      .map(({ name, box }) => ({ name, box: box && turnBox(box, turn) }));
    return namedByStore(this.#with.faces.ofPhoto(photo), storePeople, this.#with.sourcePeople.notPersons(id));
  }

  /** @throws DomainError `not_found` */
  tags(viewer: Viewer, uid: string): string[] {
    const photo = this.#with.photos.file(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    return this.#with.photos.tags(photo.id);
  }

  *#pages(viewer: Viewer, ids: Uint32Array): Generator<PhotoSummary[]> {
    for (let start = 0; start < ids.length; start += pageSize) {
      yield this.some(viewer, [...ids.subarray(start, start + pageSize)]);
    }
  }

  #byId(ids: readonly number[], viewer: Viewer): Map<number, PhotoSummary> {
    return new Map(this.#with.summaries.of(ids, scopeOf(viewer)).map((photo) => [photo.id, photo]));
  }
}

const byName = (a: { name: string; uid: string }, b: { name: string; uid: string }): number =>
  a.name === b.name ? (a.uid < b.uid ? -1 : 1) : a.name < b.name ? -1 : 1;

const archivedPhotos = (includeHidden: boolean | undefined): PhotoFilter => ({
  archived: 'only',
  ...withOrWithoutHidden(includeHidden),
});

/** The id of a photo that lists show. @throws DomainError `not_found` */
export function listedId(photos: Pick<Photos, 'listedId'>, uid: string, scope: ViewerScope): number {
  const id = photos.listedId(uid, scope);
  if (id === undefined) throw noSuchPhoto();
  return id;
}

export const noSuchPhoto = (): DomainError =>
  new DomainError('not_found', 'There is no such photo.', { problem: 'no_such_photo' });
