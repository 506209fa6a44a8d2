import { LRUCache } from 'lru-cache';
import type { WithheldFrom } from '../domain/withheld.ts';
import type { AlbumExtent } from '../timeline/album-extents.ts';
import { DomainError } from '../domain/errors.ts';
import type { AlbumSummary } from '../domain/album.ts';
import type { Cover } from '../domain/photo.ts';
import { nameKey } from '../domain/place-names.ts';
import type { OffTimeline } from '../store/albums/off-timeline.ts';
import type { OwnAlbum, OwnAlbums } from '../store/albums/own-albums.ts';
import type { AlbumRow, Albums } from '../store/photos/albums.ts';
import type { Facets } from '../timeline/facets.ts';
import type { Photos } from '../store/photos/photos.ts';
import type { Selections } from '../timeline/selections.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { PhotoRules } from './albums/photo-rules.ts';
import { ChosenExtents } from './albums/chosen-extents.ts';
import { SmartExtents, type SmartAlbum, type SmartExtent } from './albums/smart-extents.ts';
import type { ListScope, ViewerScope } from '../domain/viewer-scope.ts';
import type { PhotoLibrary, Page, PhotoPage } from './library.ts';
import { listScope, scopeOf, withOrWithoutHidden, type Viewer } from './viewer.ts';

/** How often albums are counted for a list while they change all the time. */
const attempts = 3;

/** The number of cached album summaries. */
const maxTold = 20_000;

/** The number of cached lists; they differ by part of the name and by the photos that the viewer may see. */
const maxLists = 8;

/** A stored album, from the photo store or made here. */
type KeptAlbum = Omit<OwnAlbum, 'id'> & Pick<AlbumSummary, 'id' | 'source'>;

/** Figures of albums' visible photos, by album, with or without hidden ones. */
interface Extents {
  readonly scope: ListScope;
  readonly extentOf: (album: KeptAlbum) => AlbumExtent | undefined;
  readonly smart: ReadonlyMap<string, SmartExtent>;
  /** Whether albums count that have photos, of which the viewer may see none. */
  readonly evenUnseen?: boolean | undefined;
}

interface AlbumFilter {
  /** Part of their names, in any case. */
  readonly q?: string | undefined;
  readonly includeHidden?: boolean | undefined;
}

interface Parts {
  readonly albums: Albums;
  readonly ownAlbums: OwnAlbums;
  readonly offTimeline: OffTimeline;
  readonly rules: Pick<PhotoRules, 'asOfNow' | 'ready'>;
  readonly facets: Facets;
  readonly timeline: Timeline;
  readonly selections: Selections;
  readonly photos: Photos;
  readonly library: PhotoLibrary;
  readonly withheld: WithheldFrom;
}

/** Albums of the photo store and albums made here, with figures of their visible photos. */
export class AlbumLibrary {
  readonly #with: Parts;
  readonly #smart: SmartExtents;
  readonly #smartWithHidden: SmartExtents;
  readonly #chosen: ChosenExtents;
  /** All stored albums, read again when one of them changes. */
  #kept: { version: number; albums: readonly (KeptAlbum & { readonly key: string })[] } | undefined;
  /** Recent lists, by everything they depend on. */
  readonly #lists = new LRUCache<string, readonly AlbumSummary[]>({ max: maxLists });
  /** The last summary of each album: an unchanged album keeps its object. */
  readonly #told = new LRUCache<string, AlbumSummary>({ max: maxTold });

  constructor(parts: Parts) {
    this.#with = parts;
    this.#smart = new SmartExtents(parts);
    this.#smartWithHidden = new SmartExtents({ ...parts, withHidden: true });
    this.#chosen = new ChosenExtents(parts);
  }

  /**
   * All albums, the one with the newest photo first, empty ones last. An album whose photos are all hidden is listed only
   * for viewers who may see hidden photos.
   * @throws the signal's reason
   */
  async list(viewer: Viewer, filter: AlbumFilter, signal: AbortSignal): Promise<readonly AlbumSummary[]> {
    return this.#list(viewer, filter, signal, attempts);
  }

  async #list(
    viewer: Viewer,
    filter: AlbumFilter,
    signal: AbortSignal,
    attempt: number,
  ): Promise<readonly AlbumSummary[]> {
    const scope = listScope(viewer, filter.includeHidden);
    const { audience, withHidden } = scope;
    const smartExtents = this.#smartFor(scope);
    const part = nameKey(filter.q ?? '');
    const all = this.#all();
    const matches = all.filter(({ key }) => key.includes(part));
    const favoritesOf = matches.some(({ rule }) => rule?.only_favorites) ? viewer.userId : 0;
    const { seesHidden } = scopeOf(viewer);
    const libraryNow = (): string => {
      const { key, albums } = this.#with.withheld(audience);
      return `${smartExtents.stamp} ${JSON.stringify([key, [...albums]])}`;
    };
    const parameters = JSON.stringify([part, seesHidden, withHidden, audience, favoritesOf]);
    const stateNow = (): string => `${smartExtents.version} ${libraryNow()} ${parameters}`;
    const known = this.#lists.get(stateNow());
    if (known) return known;
    for (const { uid, rule } of matches) if (rule?.things) await this.#with.rules.ready({ album: uid }, signal);
    await this.#chosen.ready(signal);
    const library = libraryNow();
    const smart = await smartExtents.of(matches.filter(isSmart), viewer, signal);
    // If albums, photos or what is kept from the viewer have changed meanwhile, this is not the list of now.
    const areSame = this.#all() === all && libraryNow() === library;
    if (!areSame && attempt > 1) return this.#list(viewer, filter, signal, attempt - 1);
    const state = stateNow();
    const chosenExtents = this.#chosen.of(scope);
    const extentOf = ({ id, uid, rule }: KeptAlbum): AlbumExtent | undefined =>
      rule ? smart.get(uid)?.extent : chosenExtents.get(id);
    const list = this.#summaries(viewer, matches, { extentOf, smart, scope }).sort(
      (a, b) => (b.end ?? -Infinity) - (a.end ?? -Infinity) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
    if (areSame) this.#lists.set(state, list);
    return list;
  }

  #all(): readonly (KeptAlbum & { readonly key: string })[] {
    const version = this.#with.facets.version('albums');
    if (this.#kept?.version !== version) {
      const albums = [...this.#with.albums.all().map(ofStore), ...this.#with.ownAlbums.all().map(madeHere)];
      this.#kept = { version, albums: albums.map((album) => ({ ...album, key: nameKey(album.name) })) };
      this.#told.clear();
    }
    return this.#kept.albums;
  }

  #smartFor({ withHidden }: ListScope): SmartExtents {
    return withHidden ? this.#smartWithHidden : this.#smart;
  }

  #asTold(album: AlbumSummary, { audience, withHidden }: ListScope): AlbumSummary {
    const key = `${audience} ${withHidden} ${album.uid}`;
    const before = this.#told.get(key);
    if (before && isSame(before, album)) return before;
    this.#told.set(key, album);
    return album;
  }

  /**
   * Loads the lookup tables of an album with a rule in slices; must precede `one`.
   * @throws the signal's reason
   */
  ready(uid: string, signal: AbortSignal): Promise<void> {
    return this.#with.rules.ready({ album: uid }, signal);
  }

  /** The current summary of an album. @throws DomainError `not_found` */
  one(viewer: Viewer, uid: string, includeHidden?: boolean): AlbumSummary {
    return this.#one(viewer, uid, { includeHidden });
  }

  /**
   * The summary of an album that the viewer has just changed, even if they may see none of its photos now.
   * @throws DomainError `not_found`; the signal's reason
   */
  async changed(viewer: Viewer, uid: string, signal: AbortSignal): Promise<AlbumSummary> {
    await this.ready(uid, signal);
    return this.#one(viewer, uid, { evenUnseen: true });
  }

  #one(
    viewer: Viewer,
    uid: string,
    wanted: { includeHidden?: boolean | undefined; evenUnseen?: boolean },
  ): AlbumSummary {
    const scope = listScope(viewer, wanted.includeHidden);
    const row = this.#with.albums.byUid(uid);
    const ownAlbum = row ? undefined : this.#with.ownAlbums.byUid(uid);
    const keptAlbum = row ? ofStore(row) : ownAlbum && madeHere(ownAlbum);
    const smart = new Map(
      keptAlbum && isSmart(keptAlbum) ? [[keptAlbum.uid, this.#smartFor(scope).now(keptAlbum, viewer)]] : [],
    );
    const extentOf = ({ id, uid: albumUid, rule }: KeptAlbum): AlbumExtent | undefined =>
      rule ? smart.get(albumUid)?.extent : this.#chosen.one(id, scope);
    const figures = { extentOf, smart, scope, evenUnseen: wanted.evenUnseen };
    const [album] = keptAlbum ? this.#summaries(viewer, [keptAlbum], figures) : [];
    if (!album) throw noSuchAlbum();
    return album;
  }

  /**
   * The photos of an album, in its order.
   * @throws DomainError `not_found`; the signal's reason
   */
  async photos(
    viewer: Viewer,
    uid: string,
    page: Page & { includeHidden?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<PhotoPage & { album: AlbumSummary }> {
    await this.ready(uid, signal);
    const album = this.one(viewer, uid, page.includeHidden);
    const filter = { album: uid, ...withOrWithoutHidden(page.includeHidden) };
    return { album, ...this.#with.library.list(viewer, filter, page) };
  }

  #summaries(
    viewer: Viewer,
    all: readonly KeptAlbum[],
    { extentOf, smart, scope, evenUnseen }: Extents,
  ): AlbumSummary[] {
    const { photos, offTimeline, rules, withheld } = this.#with;
    const viewerScope = scopeOf(viewer);
    const isUnseen = ({ id, uid, rule }: KeptAlbum): boolean =>
      rule ? (smart.get(uid)?.isUnseen(viewerScope) ?? false) : this.#isUnseen(id, viewerScope);
    const withheldAlbums = withheld(scope.audience).albums;
    const rows = all.flatMap((row) => {
      if (withheldAlbums.has(row.uid)) return [];
      const extent = extentOf(row);
      return extent || evenUnseen || !isUnseen(row) ? [{ ...row, extent }] : [];
    });
    const newest = photos.covers(rows.flatMap(({ extent }) => extent?.cover ?? []));
    const chosenCovers = photos.visibleCovers(
      rows.flatMap(({ coverUid }) => coverUid ?? []),
      scope.audience,
      scope.withHidden,
    );
    const offTimelineUids = new Set(offTimeline.all());
    return rows.map((row) => {
      const { id, uid, name, source, notes, order, coverUid, extent } = row;
      const rule = row.rule && rules.asOfNow(row.rule);
      const facts = { id, uid, name, source, notes, rule, order, offTimeline: offTimelineUids.has(uid) };
      if (!extent) return this.#asTold({ ...facts, ...empty }, scope);
      const chosenCover = chosenCovers.get(coverUid ?? '');
      const cover: Cover | null = chosenCover ?? newest.get(extent.cover) ?? null;
      const isCoverChosen = chosenCover !== undefined;
      const { count: photoCount, start, end, firstDay, lastDay } = extent;
      return this.#asTold({ ...facts, photoCount, start, end, firstDay, lastDay, cover, isCoverChosen }, scope);
    });
  }

  /**
   * Whether an album has photos but none that the viewer may see. Hidden photos count as visible for viewers who may see
   * them.
   */
  #isUnseen(album: number, { seesHidden, audience }: ViewerScope): boolean {
    const members = new Set(this.#chosen.photosOf(album));
    if (members.size === 0) return false;
    const withheld = this.#with.withheld(audience).photos;
    if (seesHidden && withheld.size === 0) return false;
    const hidden = this.#with.selections
      .find({ archived: 'with', hidden: 'only' })
      .read(({ id }, positions) => Array.from(positions, (at) => id[at] ?? 0).filter((photo) => members.has(photo)));
    if (!seesHidden) return hidden.length > 0 || [...members].some((photo) => withheld.has(photo));
    return [...members].some((photo) => withheld.has(photo)) && !hidden.some((photo) => !withheld.has(photo));
  }
}

function isSame(a: AlbumSummary, b: AlbumSummary): boolean {
  const plain = ['name', 'photoCount', 'start', 'end', 'firstDay', 'lastDay', 'notes', 'order', 'offTimeline'] as const;
  return (
    plain.every((field) => a[field] === b[field]) &&
    a.isCoverChosen === b.isCoverChosen &&
    a.cover?.id === b.cover?.id &&
    a.cover?.uid === b.cover?.uid &&
    a.cover?.thumbRevision === b.cover?.thumbRevision &&
    JSON.stringify(a.rule) === JSON.stringify(b.rule)
  );
}

const empty = {
  photoCount: 0,
  start: null,
  end: null,
  firstDay: null,
  lastDay: null,
  cover: null,
  isCoverChosen: false,
};

const ofStore = (row: AlbumRow): KeptAlbum => ({ ...row, source: 'store', notes: '', rule: null, order: 'date' });
const madeHere = (row: OwnAlbum): KeptAlbum => ({ ...row, source: 'own' });

const isSmart = <T extends KeptAlbum>(album: T): album is T & SmartAlbum => album.rule !== null;

export const noSuchAlbum = (): DomainError =>
  new DomainError('not_found', 'There is no such album.', { problem: 'no_such_album' });
