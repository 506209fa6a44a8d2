import { clustersByGrid, clustersByPlace, type BoundingBox, type MapCluster } from '../timeline/map-clusters.ts';
import type { PhotoQuery } from '../timeline/photo-filter.ts';
import type { Cover } from '../domain/photo.ts';
import type { Photos } from '../store/photos/photos.ts';
import { placeCensus, shownPhotos } from '../timeline/place-census.ts';
import type { Places } from '../store/photos/places.ts';
import type { Selections } from '../timeline/selections.ts';
import type { Timeline } from '../timeline/timeline.ts';

export type { BoundingBox } from '../timeline/map-clusters.ts';

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
  readonly #timeline: Timeline;
  readonly #selections: Selections;
  readonly #places: Places;
  readonly #photos: Photos;

  constructor(parts: { timeline: Timeline; selections: Selections; places: Places; photos: Photos }) {
    this.#timeline = parts.timeline;
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
    const counts = placeCensus({ timeline: this.#timeline, selections: this.#selections })
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
   * @param query narrows the photos that are visible
   */
  markers(
    limit: number,
    view?: { box: BoundingBox; zoom: number },
    query: Omit<PhotoQuery, 'archived' | 'hidden'> = {},
  ): MapMarker[] {
    const selection = this.#selections.find({ ...shownPhotos, ...query });
    const columns = this.#timeline.columns;
    const clusters = view
      ? selection.derive(`map ${JSON.stringify(view)}`, () =>
          clustersByGrid(columns, selection.positions, view.box, view.zoom),
        )
      : selection.derive('map', () => clustersByPlace(columns, selection.positions));
    return this.#markers(clusters.slice(0, limit));
  }

  #markers(clusters: readonly MapCluster[]): MapMarker[] {
    const { id } = this.#timeline.columns;
    const places = this.#places.byIds(clusters.map(({ place }) => place));
    const covers = this.#photos.covers(clusters.map(({ cover }) => id[cover]!));
    return clusters.map(({ place, count, lat, lng, cover }) => ({
      place: places.get(place)?.label ?? '',
      city: places.get(place)?.city ?? '',
      count,
      lat,
      lng,
      cover: covers.get(id[cover]!) ?? null,
    }));
  }
}
