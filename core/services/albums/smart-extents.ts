import { setImmediate } from 'node:timers/promises';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { ViewerScope } from '../../domain/viewer-scope.ts';
import type { PhotoFilter } from '../../timeline/photo-filter.ts';
import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { PhotoRule } from '../../domain/photo-rule.ts';
import { heapBytes } from '../../domain/heap-bytes.ts';
import { entryBytes, sizedCache } from '../../domain/sized-cache.ts';
import { extentAt, type AlbumExtent } from '../../timeline/album-extents.ts';
import type { Facet, Facets } from '../../timeline/facets.ts';
import type { Selection } from '../../timeline/selection.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { Photos } from '../../store/photos/photos.ts';
import { scopeOf, withOrWithoutHidden, type Viewer } from '../viewer.ts';

/**
 * The size of the cache, in bytes: 200 albums of a library of this many photos. If they do not fit, each list of them counts
 * all again, so that the cache of a larger library is larger. A small library needs little of it.
 */
const cacheSize = 256 * 1024 * 1024;
const photosOfCache = 4_000_000;
/** The number of photos to scan before other requests get a turn. */
const mostAtOnce = 1_000_000;
/** Milliseconds between two rounds that refresh albums in the background. */
const betweenRounds = 10_000;

const facets: readonly (Facet | 'trips')[] = ['favorites', 'tags', 'albums', 'people', 'named', 'trips'];

/** An album that finds its photos by a rule. */
export interface SmartAlbum {
  readonly uid: string;
  readonly rule: PhotoRule;
}

/** Figures of the photos of one album. */
export interface SmartExtent {
  /** Undefined if it has no visible photo. */
  readonly extent: AlbumExtent | undefined;
  /** Whether it has photos, but none that the scope may see. */
  isUnseen(scope: ViewerScope): boolean;
}

interface KnownExtent extends SmartExtent {
  /** Version of the library at the time of counting. */
  readonly stamp: string;
  readonly shown: Selection;
  readonly photos: IdSet;
  /** Photos of the album that have changed since, and may be hidden now. */
  readonly touched: Set<number>;
}

interface Dependencies {
  /** Photos to scan at once; for tests. */
  readonly mostAtOnce?: number;
  readonly selections: Pick<Selections, 'find' | 'once'>;
  readonly timeline: Timeline;
  readonly facets: Facets;
  readonly photos: Pick<Photos, 'visibleIds'>;
  readonly withheld: WithheldFrom;
  /** Whether hidden photos are counted; false by default. */
  readonly withHidden?: boolean;
}

/**
 * Number of photos and newest photo of each album with a rule.
 *
 * [Note: figures of many rules] Applying 200 rules to a million photos takes a second, and during an import photos
 * change every second. So a list of albums shows the last known figures and refreshes them in the background; the page
 * of one album is always current. Two kinds of figures are never stale: those of new albums, and those of albums with a
 * photo that was hidden or removed since. In a small library no figure is stale.
 */
export class SmartExtents {
  readonly #with: Dependencies;
  readonly #mostAtOnce: number;
  readonly #known = sizedCache<KnownExtent>(cacheSize);
  #version = 0;
  #lastRound = -Infinity;
  #round: Promise<void> | undefined;

  constructor(parts: Dependencies) {
    this.#with = parts;
    this.#mostAtOnce = parts.mostAtOnce ?? mostAtOnce;
    parts.timeline.onChanged((ids) => {
      for (const known of this.#known.values()) {
        for (const id of ids) if (known.photos.has(id)) known.touched.add(id);
      }
    });
  }

  /** The current figures. */
  now(album: SmartAlbum, viewer: Viewer): SmartExtent {
    return this.#compute(album, viewer, this.stamp, (filter) => this.#with.selections.find(filter));
  }

  /**
   * The figures of some albums, by uid; see [Note: figures of many rules].
   * @throws the signal's reason
   */
  async of(albums: readonly SmartAlbum[], viewer: Viewer, signal: AbortSignal): Promise<Map<string, SmartExtent>> {
    const { length } = this.#with.timeline.follow();
    const stamp = this.stamp;
    const stale = albums.filter((album) => this.#of(album, viewer)?.stamp !== stamp);
    const isSmall = stale.length * length <= this.#mostAtOnce;
    const due = stale.filter((album) => isSmall || this.#mustBeNew(this.#of(album, viewer)));
    let examinedCount = 0;
    const extents = new Map<string, SmartExtent>();
    for (const album of due) {
      if ((examinedCount += length) > this.#mostAtOnce) {
        examinedCount = 0;
        await setImmediate();
        signal.throwIfAborted();
      }
      extents.set(album.uid, this.#once(album, viewer));
    }
    if (due.length < stale.length) this.#bringUpToDate(stale, viewer);
    for (const album of albums) {
      if (!extents.has(album.uid)) extents.set(album.uid, this.#of(album, viewer) ?? this.#once(album, viewer));
    }
    return extents;
  }

  /** Resolves when the background round has ended. */
  get settled(): Promise<void> {
    return this.#round ?? Promise.resolve();
  }

  /** Incremented with each computation. */
  get version(): number {
    return this.#version;
  }

  #mustBeNew(extent: KnownExtent | undefined): boolean {
    if (!extent) return true;
    if (extent.touched.size === 0) return false;
    const visible = this.#with.photos.visibleIds([...extent.touched]);
    if (visible.size < extent.touched.size) return true;
    extent.touched.clear();
    return false;
  }

  #of(album: SmartAlbum, viewer: Viewer): KnownExtent | undefined {
    return this.#known.get(this.#keyOf(album, viewer));
  }

  #once(album: SmartAlbum, viewer: Viewer): SmartExtent {
    this.#with.timeline.follow();
    const previous = this.#of(album, viewer)?.shown;
    return this.#compute(album, viewer, this.stamp, (filter) => this.#with.selections.once(filter, previous));
  }

  #compute(
    album: SmartAlbum,
    viewer: Viewer,
    stamp: string,
    find: (filter: Parameters<Selections['find']>[0]) => Selection,
  ): SmartExtent {
    const known = this.#of(album, viewer);
    if (known?.stamp === stamp) return known;
    const { audience: withheldFrom } = scopeOf(viewer);
    const all = { album: album.uid, asker: viewer.userId, archived: 'with' } as const;
    const shown = find({ ...all, ...withOrWithoutHidden(this.#with.withHidden), withheldFrom });
    const extent = shown.read(extentAt);
    const photos = known && shown.hasKept(known.shown) ? known.photos : this.#idsOf(shown);
    const hasPhotos = (filter: PhotoFilter): boolean =>
      this.#with.selections.once({ ...all, hidden: 'with', ...filter }).total > 0;
    const hasAny = !extent && hasPhotos({});
    const hasHidden = hasAny && hasPhotos({ withheldFrom });
    const isUnseen = ({ seesHidden }: ViewerScope): boolean => hasAny && !(seesHidden && hasHidden);
    const computed = { extent, isUnseen, stamp, shown, photos, touched: new Set<number>() };
    const key = this.#keyOf(album, viewer);
    // What is selected is private to the selection, so the cache cannot measure it.
    const bytes = entryBytes + heapBytes(key) + photos.bytes + shown.bytes;
    const share = Math.max(1, this.#with.timeline.capacity / photosOfCache);
    this.#known.set(key, computed, { size: Math.ceil(bytes / share) });
    this.#version += 1;
    return computed;
  }

  #idsOf(selection: Selection): IdSet {
    const photos = new IdSet(this.#with.timeline.capacity);
    selection.read(({ id }, positions) => {
      for (const position of positions) photos.add(id[position] ?? 0);
    });
    return photos;
  }

  #bringUpToDate(albums: readonly SmartAlbum[], viewer: Viewer): void {
    if (this.#round || performance.now() - this.#lastRound < betweenRounds) return;
    this.#round = this.#goRound(albums, viewer)
      .catch(() => undefined)
      .finally(() => {
        this.#round = undefined;
        this.#lastRound = performance.now();
      });
  }

  async #goRound(albums: readonly SmartAlbum[], viewer: Viewer): Promise<void> {
    for (const album of albums) {
      await setImmediate();
      this.#once(album, viewer);
    }
  }

  /** Version of everything that rules depend on. */
  get stamp(): string {
    const { timeline, facets: of } = this.#with;
    timeline.follow();
    return [timeline.version, of.version('names'), ...facets.map((facet) => of.version(facet))].join(' ');
  }

  /** The rule is part of the key: a changed rule needs new figures. */
  #keyOf({ uid, rule }: SmartAlbum, viewer: Viewer): string {
    const withheldKey = this.#with.withheld(scopeOf(viewer).audience).key;
    return `${uid} ${withheldKey} ${rule.only_favorites ? viewer.userId : ''} ${JSON.stringify(rule)}`;
  }
}
