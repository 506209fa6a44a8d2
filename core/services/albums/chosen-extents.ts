import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ListScope } from '../../domain/viewer-scope.ts';
import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { Albums } from '../../store/photos/albums.ts';
import { albumExtent, extentAt, VisiblePositions, type AlbumExtent } from '../../timeline/album-extents.ts';
import type { Facets } from '../../timeline/facets.ts';
import { shownTo } from '../../timeline/place-census.ts';
import type { Selection } from '../../timeline/selection.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** The number of cached sets of visible photos. */
const maxKnown = 8;
/** The number of albums to read before other requests get a turn. */
const albumsAtOnce = 20;
/** If albums change all the time, the last attempt reads without pauses. */
const attempts = 3;
/** With more changed photos than this, all albums are recounted. */
const maxFollowed = 32;

/** Ids of photos by album id. */
type Members = ReadonlyMap<number, Uint32Array>;

interface KnownExtents {
  readonly members: Members;
  readonly shown: Selection;
  readonly visible: VisiblePositions;
  readonly extents: Map<number, AlbumExtent>;
}

interface Dependencies {
  readonly albums: Pick<Albums, 'members' | 'membersAfter'>;
  readonly facets: Facets;
  readonly timeline: Timeline;
  readonly selections: Selections;
}

/**
 * The number of photos and the newest photo of each album without a rule. After a change of few photos, only the albums that
 * contain one of them are recounted.
 */
export class ChosenExtents {
  readonly #with: Dependencies;
  #members: { readonly version: number; readonly members: Members } | undefined;
  readonly #known = new LRUCache<string, KnownExtents>({ max: maxKnown });

  constructor(parts: Dependencies) {
    this.#with = parts;
  }

  /** By album id. Albums without a visible photo are missing. */
  of({ audience, withHidden }: ListScope): ReadonlyMap<number, AlbumExtent> {
    const shown = this.#with.selections.find(shownTo(audience, withHidden));
    const members = this.#membersNow();
    const known = this.#known.get(shown.key);
    if (known?.shown === shown && known.members === members) return known.extents;
    const isFollowed = known?.members === members && this.#follow(known, shown);
    const found = isFollowed ? { ...known, shown } : this.#all(shown, members);
    this.#known.set(shown.key, found);
    return found.extents;
  }

  /** The extent of one album: cheaper than `of` while the albums' photos are not loaded. */
  one(album: number, scope: ListScope): AlbumExtent | undefined {
    if (this.#isRead) return this.of(scope).get(album);
    const photos = new IdSet(this.#with.timeline.capacity);
    for (const id of this.photosOf(album)) photos.add(id);
    const shown = this.#with.selections.find(shownTo(scope.audience, scope.withHidden));
    const positions = Uint32Array.from(shown.placesOf(photos).values());
    return shown.read((columns) => extentAt(columns, positions));
  }

  /** The ids of an album's photos, including hidden ones. */
  photosOf(album: number): Uint32Array {
    return (this.#isRead ? this.#members?.members.get(album) : undefined) ?? this.#with.albums.members(album);
  }

  /**
   * Reads the photos of all albums if they have changed, with pauses for other requests.
   * @throws the signal's reason
   */
  async ready(signal: AbortSignal): Promise<void> {
    for (let attempt = 1; attempt < attempts && !this.#isRead; attempt++) {
      const reading = this.#reading();
      for (let step = reading.next(); !step.done; step = reading.next()) {
        await setImmediate();
        signal.throwIfAborted();
      }
    }
  }

  get #isRead(): boolean {
    return this.#members?.version === this.#with.facets.version('albums');
  }

  #membersNow(): Members {
    let { members } = this.#members ?? {};
    if (!this.#isRead) {
      const reading = this.#reading();
      let step = reading.next();
      while (!step.done) step = reading.next();
      members = step.value;
    }
    return members ?? new Map();
  }

  /** Each step reads the photos of some albums. */
  *#reading(): Generator<undefined, Members> {
    const version = this.#with.facets.version('albums');
    const members = new Map<number, Uint32Array>();
    // Albums made here have negative ids.
    let last = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const batch = this.#with.albums.membersAfter(last, albumsAtOnce);
      for (const [album, photos] of batch) members.set(album, photos);
      if (batch.length < albumsAtOnce) break;
      last = batch.at(-1)?.[0] ?? last;
      yield;
    }
    this.#members = { version, members };
    return members;
  }

  #all(shown: Selection, members: Members): KnownExtents {
    return shown.read((columns, positions) => {
      const visible = new VisiblePositions(columns, positions, this.#with.timeline.capacity);
      const extents = new Map<number, AlbumExtent>();
      for (const [album, photos] of members) {
        const extent = albumExtent(columns, visible, photos);
        if (extent) extents.set(album, extent);
      }
      return { members, shown, visible, extents };
    });
  }

  /** Recounts only the albums with changed photos. @returns false if too much has changed for that */
  #follow({ members, shown: before, visible, extents }: KnownExtents, shown: Selection): boolean {
    const changed = this.#with.timeline.changesSince(before.version);
    if (!changed || changed.length > maxFollowed) return false;
    shown.read((columns, positions) => {
      visible.change(columns, changed, positions);
      const ids = Array.from(changed, (position) => columns.id[position] ?? 0);
      for (const [album, photos] of members) {
        if (!ids.some((id) => photos.includes(id))) continue;
        const extent = albumExtent(columns, visible, photos);
        if (extent) extents.set(album, extent);
        else extents.delete(album);
      }
    });
    return true;
  }
}
