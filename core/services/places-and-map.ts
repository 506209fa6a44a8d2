import { clustersByGrid, clustersByPlace, type MapCluster } from '../timeline/map-clusters.ts';
import type { BoundingBox, PhotoFilter } from '../timeline/photo-filter.ts';
import type { Cover } from '../domain/photo.ts';
import type { Photos } from '../store/photos/photos.ts';
import { placeCensus, shownPhotos } from '../timeline/place-census.ts';
import type { Places } from '../store/photos/places.ts';
import type { Selections } from '../timeline/selections.ts';

export interface PlaceCount {
  readonly place: string;
  readonly city: string;
  readonly count: number;
}

export interface MapMarker extends PlaceCount {
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  readonly cover: Cover | null;
}

/** Where the library's photos were taken. */
export class PlacesAndMap {
  readonly #selections: Selections;
  readonly #places: Places;
  readonly #photos: Photos;

  constructor(parts: { selections: Selections; places: Places; photos: Photos }) {
    this.#selections = parts.selections;
    this.#places = parts.places;
    this.#photos = parts.photos;
  }

  /**
   * The places with the most photos.
   * @param q part of their labels, in any case
   */
  places(limit: number, q?: string): PlaceCount[] {
    const wanted = q === undefined ? null : new Set(this.#places.havingPart(q));
    const counts = placeCensus(this.#selections)
      .filter(({ place }) => wanted?.has(place) ?? true)
      .slice(0, limit);
    const places = this.#places.byIds(counts.map(({ place }) => place));
    return counts.flatMap(({ place, count }) => {
      const known = places.get(place);
      return known ? [{ place: known.label, city: known.city, count }] : [];
    });
  }

  /**
   * The largest groups of photos by place; with a view of the map, those in it by a grid that fits its zoom.
   * @param filter narrows the photos that are visible
   */
  markers(
    limit: number,
    view?: { box: BoundingBox; zoom: number },
    filter: Omit<PhotoFilter, 'archived' | 'hidden'> = {},
  ): MapMarker[] {
    const selection = this.#selections.find({ ...shownPhotos, ...filter });
    const what = view ? `map ${JSON.stringify(view)}` : 'map';
    const clusters = selection.derive(what, (columns, positions) => {
      const found = view
        ? clustersByGrid(columns, positions, view.box, view.zoom)
        : clustersByPlace(columns, positions);
      return found.map((cluster) => ({ ...cluster, cover: columns.id[cluster.cover]! }));
    });
    return this.#markers(clusters.slice(0, limit));
  }

  /** @param clusters with the ids of their covers */
  #markers(clusters: readonly MapCluster[]): MapMarker[] {
    const places = this.#places.byIds(clusters.map(({ place }) => place));
    const covers = this.#photos.covers(clusters.map(({ cover }) => cover));
    return clusters.map(({ place, count, lat, lng, cover }) => ({
      place: places.get(place)?.label ?? '',
      city: places.get(place)?.city ?? '',
      count,
      lat,
      lng,
      cover: covers.get(cover) ?? null,
    }));
  }
}
