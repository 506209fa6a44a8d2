import { LRUCache } from 'lru-cache';
import type { Audience } from '../../domain/sight.ts';
import type { AlbumMembers, Albums } from '../../store/photos/albums.ts';
import { albumExtent, VisiblePositions, type AlbumExtent } from '../../timeline/album-extents.ts';
import type { Facets } from '../../timeline/facets.ts';
import { shownTo } from '../../timeline/place-census.ts';
import type { Selection } from '../../timeline/selection.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** Audiences who see different photos. */
const mostKnown = 8;
/** Photos that changed and are looked for in all albums one by one. */
const mostFollowed = 32;

interface Known {
  readonly members: AlbumMembers;
  readonly shown: Selection;
  readonly visible: VisiblePositions;
  readonly extents: Map<number, AlbumExtent>;
}

interface Dependencies {
  readonly albums: Pick<Albums, 'members'>;
  readonly facets: Facets;
  readonly timeline: Timeline;
  readonly selections: Selections;
}

/**
 * How many photos the albums without a rule have, and which is the newest. After a change of some photos, the albums that
 * have one of them are looked through anew.
 */
export class ChosenExtents {
  readonly #with: Dependencies;
  #members: { readonly version: number; readonly members: AlbumMembers } | undefined;
  readonly #known = new LRUCache<Audience, Known>({ max: mostKnown });

  constructor(parts: Dependencies) {
    this.#with = parts;
  }

  /** By the ids of albums, as of now; an album without a visible photo has none. */
  of(audience: Audience): ReadonlyMap<number, AlbumExtent> {
    const shown = this.#with.selections.find(shownTo(audience));
    const members = this.#membersNow();
    const known = this.#known.get(audience);
    if (known?.shown === shown && known.members === members) return known.extents;
    const isFollowed = known?.members === members && this.#follow(known, shown);
    const found = isFollowed ? { ...known, shown } : this.#all(shown, members);
    this.#known.set(audience, found);
    return found.extents;
  }

  /** The ids of an album's photos, hidden ones too; undefined where it has none. */
  photosOf(album: number): Uint32Array | undefined {
    const { photos, runs } = this.#membersNow();
    const run = runs.get(album);
    return run && photos.subarray(run.start, run.end);
  }

  #membersNow(): AlbumMembers {
    const version = this.#with.facets.version('albums');
    if (this.#members?.version !== version) this.#members = { version, members: this.#with.albums.members() };
    return this.#members.members;
  }

  #all(shown: Selection, members: AlbumMembers): Known {
    return shown.read((columns, positions) => {
      const visible = new VisiblePositions(columns, positions, this.#with.timeline.capacity);
      const extents = new Map<number, AlbumExtent>();
      for (const [album, { start, end }] of members.runs) {
        const extent = albumExtent(columns, visible, members.photos.subarray(start, end));
        if (extent) extents.set(album, extent);
      }
      return { members, shown, visible, extents };
    });
  }

  /** @returns false where too much has changed for that */
  #follow({ members, shown: before, visible, extents }: Known, shown: Selection): boolean {
    const changed = this.#with.timeline.changesSince(before.version);
    // Other photos are kept from them now.
    if (shown.key !== before.key) return false;
    if (!changed || changed.length > mostFollowed) return false;
    shown.read((columns, positions) => {
      visible.change(columns, changed, positions);
      for (const album of albumsOf(
        members,
        changed.map((position) => columns.id[position] ?? 0),
      )) {
        const { start, end } = members.runs.get(album) ?? { start: 0, end: 0 };
        const extent = albumExtent(columns, visible, members.photos.subarray(start, end));
        if (extent) extents.set(album, extent);
        else extents.delete(album);
      }
    });
    return true;
  }
}

/** The albums that have one of some photos. */
function albumsOf({ photos, runs }: AlbumMembers, ids: Uint32Array): Set<number> {
  const places = [...ids].flatMap((id) => {
    const found: number[] = [];
    for (let at = photos.indexOf(id); at >= 0; at = photos.indexOf(id, at + 1)) found.push(at);
    return found;
  });
  const albums = new Set<number>();
  if (places.length === 0) return albums;
  for (const [album, { start, end }] of runs) if (places.some((at) => at >= start && at < end)) albums.add(album);
  return albums;
}
