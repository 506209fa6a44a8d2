import { LRUCache } from 'lru-cache';
import type { PhotoQuery, TimeWindow } from './photo-filter.ts';
import { nameKey } from '../domain/place-names.ts';
import { heapBytes } from '../domain/heap-bytes.ts';
import { entryBytes } from '../domain/sized-cache.ts';
import { tagKey } from '../domain/tag-names.ts';
import { Selection, select } from './selection.ts';
import type { Facet, Facets } from './facets.ts';
import type { Places } from '../store/photos/places.ts';
import type { Timeline } from './timeline.ts';

/** Bytes of selections that are kept, with what was derived from them: at a million photos a whole timeline has 4 MB. */
const cacheSize = 64 * 1024 * 1024;

/** Nothing is found where a place, tag or album does not exist. */
const nothing = new Selection(new Uint32Array(0));

/** Answers queries from the timeline in memory, and remembers the answers until something changes. */
export class Selections {
  readonly #timeline: Timeline;
  readonly #facets: Facets;
  readonly #places: Places;
  #version = -1;
  readonly #cache = new LRUCache<string, Selection>({
    maxSize: cacheSize,
    sizeCalculation: (selection, key) => Math.ceil(entryBytes + heapBytes(key) + selection.bytes),
  });

  constructor(parts: { timeline: Timeline; facets: Facets; places: Places }) {
    this.#timeline = parts.timeline;
    this.#facets = parts.facets;
    this.#places = parts.places;
  }

  /** The photos that a query finds, as of now. Positions are void after the next call: use them before. */
  find(query: PhotoQuery): Selection {
    const columns = this.#timeline.follow();
    if (this.#version !== this.#timeline.version) {
      this.#cache.clear();
      this.#version = this.#timeline.version;
    }
    const sets = this.#sets(query);
    if (!sets) return nothing;

    const { archived, hidden, kind, box } = query;
    // By the name and not the places that it means: a new place comes with photos, which void all that is kept.
    const place = [query.place, query.placePart].map((name) => (name === undefined ? null : nameKey(name)));
    const versions = sets.map(({ facet, owner }) => [facet, owner, this.#facets.version(facet)]);
    const key = JSON.stringify([archived, hidden, kind, place, box, versions]);
    const cached = this.#cache.get(key);
    if (cached) return cached;

    const within = sets.map(({ facet, owner }) => this.#facets.photos(facet, owner, this.#timeline.capacity));
    const places = this.#placesOf(query);
    const isNowhere = places.some(({ length }) => length === 0);
    const selection = isNowhere
      ? new Selection(new Uint32Array(0))
      : select(columns, { archived, hidden, kind, places, box, within });
    selection.onGrown = () => {
      // Set anew, it is counted anew.
      if (this.#cache.peek(key) !== selection) return;
      this.#cache.delete(key);
      this.#cache.set(key, selection);
    };
    this.#cache.set(key, selection);
    return selection;
  }

  /** The part of a selection that lies in a window, as a range of its indices. */
  range(selection: Selection, window: TimeWindow): { from: number; to: number } {
    const columns = this.#timeline.columns;
    const { before, beforeUid, after } = window;
    const start =
      before === undefined
        ? 0
        : beforeUid === undefined
          ? columns.firstBefore(before)
          : columns.firstAfterUid(before, beforeUid, this.#timeline.uidsOf);
    const end = after === undefined ? columns.length : columns.firstBefore(after + 1);
    const from = selection.indexAt(start);
    return { from, to: Math.max(from, selection.indexAt(end)) };
  }

  /** The ids of the photos at some positions. */
  ids(positions: Iterable<number>): number[] {
    const { id } = this.#timeline.columns;
    const ids: number[] = [];
    for (const position of positions) ids.push(id[position]!);
    return ids;
  }

  #placesOf({ place, placePart }: PhotoQuery): number[][] {
    return [
      ...(place === undefined ? [] : [this.#places.meantBy(place)]),
      ...(placePart === undefined ? [] : [this.#places.havingPart(placePart)]),
    ];
  }

  /** The sets that a query names, by owner; undefined when one of the owners does not exist. */
  #sets(query: PhotoQuery): { facet: Facet; owner: number }[] | undefined {
    const sets: { facet: Facet; owner: number }[] = [];
    if (query.favoritesOf !== undefined) sets.push({ facet: 'favorites', owner: query.favoritesOf });
    if (query.person !== undefined) sets.push({ facet: 'people', owner: query.person });
    if (query.tag !== undefined) {
      const owner = this.#facets.tagId(tagKey(query.tag));
      if (owner === undefined) return undefined;
      sets.push({ facet: 'tags', owner });
    }
    if (query.album !== undefined) {
      const owner = this.#facets.albumId(query.album);
      if (owner === undefined) return undefined;
      sets.push({ facet: 'albums', owner });
    }
    return sets;
  }
}
