import { albumExtent, VisiblePositions, type AlbumExtent } from '../timeline/album-extents.ts';
import { DomainError } from '../domain/errors.ts';
import type { AlbumSummary } from '../domain/photo.ts';
import { nameKey } from '../domain/place-names.ts';
import type { Selection } from '../timeline/selection.ts';
import type { AlbumMembers, AlbumRow, Albums } from '../store/photos/albums.ts';
import type { Facets } from '../timeline/facets.ts';
import type { Photos } from '../store/photos/photos.ts';
import type { Selections } from '../timeline/selections.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { PhotoLibrary, Page, PhotoPage } from './library.ts';
import { sightOf, type Viewer } from './viewer.ts';

/** Albums with what their visible photos say of them. */
export class AlbumLibrary {
  readonly #albums: Albums;
  readonly #facets: Facets;
  readonly #timeline: Timeline;
  readonly #selections: Selections;
  readonly #photos: Photos;
  readonly #library: PhotoLibrary;
  #members: { version: number; members: AlbumMembers } | undefined;
  #known: { version: number; of: Selection; extents: Map<number, AlbumExtent> } | undefined;

  constructor(parts: {
    albums: Albums;
    facets: Facets;
    timeline: Timeline;
    selections: Selections;
    photos: Photos;
    library: PhotoLibrary;
  }) {
    this.#albums = parts.albums;
    this.#facets = parts.facets;
    this.#timeline = parts.timeline;
    this.#selections = parts.selections;
    this.#photos = parts.photos;
    this.#library = parts.library;
  }

  /**
   * All albums, the one with the newest photo first, empty ones last. An album whose photos are all hidden is listed only
   * for viewers who may see hidden photos.
   * @param q part of their names, in any case
   */
  list(viewer: Viewer, q?: string): AlbumSummary[] {
    const part = nameKey(q ?? '');
    const named = this.#albums.all().filter(({ name }) => nameKey(name).includes(part));
    const albums = this.#summaries(viewer, named);
    return albums.sort(
      (a, b) => (b.end ?? -Infinity) - (a.end ?? -Infinity) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
  }

  /** @throws DomainError `not_found` */
  photos(viewer: Viewer, uid: string, page: Page, includeHidden?: boolean): PhotoPage & { album: AlbumSummary } {
    const row = this.#albums.byUid(uid);
    const [album] = row ? this.#summaries(viewer, [row]) : [];
    if (!album) throw new DomainError('not_found', 'There is no such album.', { problem: 'no_such_album' });
    return { album, ...this.#library.list(viewer, { album: uid, hidden: includeHidden ? 'with' : undefined }, page) };
  }

  #summaries(viewer: Viewer, all: readonly AlbumRow[]): AlbumSummary[] {
    const extents = this.#extents();
    const rows = sightOf(viewer).seesHidden ? all : all.filter(({ id }) => extents.has(id) || !this.#isHidden(id));
    const newest = this.#photos.covers(rows.flatMap((row) => extents.get(row.id)?.cover ?? []));
    return rows.map((row) => {
      const extent = extents.get(row.id);
      const { id, uid, name } = row;
      if (!extent)
        return { id, uid, name, photoCount: 0, start: null, end: null, firstDay: null, lastDay: null, cover: null };
      const chosen = row.coverUid === null ? undefined : this.#photos.visibleCover(row.coverUid);
      const cover = chosen ?? newest.get(extent.cover) ?? null;
      const { count: photoCount, start, end, firstDay, lastDay } = extent;
      return { id, uid, name, photoCount, start, end, firstDay, lastDay, cover };
    });
  }

  /** Whether an album has hidden photos. */
  #isHidden(album: number): boolean {
    const run = this.#members?.members.runs.get(album);
    if (!run) return false;
    const members = new Set(this.#members?.members.photos.subarray(run.start, run.end));
    return this.#selections
      .find({ archived: 'with', hidden: 'only' })
      .read(({ id }, positions) => positions.some((position) => members.has(id[position] ?? 0)));
  }

  /** The extents of all albums, computed anew only after photos or memberships have changed. */
  #extents(): Map<number, AlbumExtent> {
    const version = this.#facets.version('albums');
    if (this.#members?.version !== version) this.#members = { version, members: this.#albums.members() };
    const { photos, runs } = this.#members.members;
    const selection = this.#selections.find({ archived: 'with', hidden: 'without' });
    if (this.#known?.version === version && this.#known.of === selection) return this.#known.extents;
    const extents = selection.read((columns, positions) => {
      const visible = new VisiblePositions(columns, positions, this.#timeline.capacity);
      const found = new Map<number, AlbumExtent>();
      for (const [album, { start, end }] of runs) {
        const extent = albumExtent(columns, visible, photos.subarray(start, end));
        if (extent) found.set(album, extent);
      }
      return found;
    });
    this.#known = { version, of: selection, extents };
    return extents;
  }
}
