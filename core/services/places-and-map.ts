import { clustersByGrid, clustersByPlace, type MapCluster } from '../timeline/map-clusters.ts';
import type { BoundingBox, PhotoFilter } from '../timeline/photo-filter.ts';
import type { Cover } from '../domain/photo.ts';
import type { Photos } from '../store/photos/photos.ts';
import { placeCensus, shownTo } from '../timeline/place-census.ts';
import type { Places } from '../store/photos/places.ts';
import type { Selections } from '../timeline/selections.ts';
import { listScope, type Viewer } from './viewer.ts';

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

/** Restricts the photos of a map. */
interface MapFilter extends Omit<PhotoFilter, 'archived' | 'hidden' | 'withheldFrom'> {
  readonly includeHidden?: boolean | undefined;
}

/** The places where the library's photos were taken. */
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
   * The places with the most photos, and the total number of places.
   * @param filter.q part of their labels, in any case
   */
  places(
    viewer: Viewer,
    limit: number,
    { q, includeHidden }: { q?: string | undefined; includeHidden?: boolean | undefined },
  ): { places: PlaceCount[]; total: number } {
    const { audience, withHidden } = listScope(viewer, includeHidden);
    const matches = q === undefined ? null : new Set(this.#places.havingPart(q));
    const found = placeCensus(this.#selections, audience, withHidden).filter(
      ({ place }) => matches?.has(place) ?? true,
    );
    const counts = found.slice(0, limit);
    const placesById = this.#places.byIds(counts.map(({ place }) => place));
    const places = counts.flatMap(({ place, count }) => {
      const named = placesById.get(place);
      return named ? [{ place: named.label, city: named.city, count }] : [];
    });
    return { places, total: found.length };
  }

  /**
   * The largest groups of photos by place. With a view of the map, the photos inside it, grouped by a grid that depends on
   * the zoom.
   * @param filter restricts the visible photos further
   */
  markers(
    viewer: Viewer,
    limit: number,
    view?: { box: BoundingBox; zoom: number },
    { includeHidden, ...filter }: MapFilter = {},
  ): MapMarker[] {
    const { audience, withHidden } = listScope(viewer, includeHidden);
    const selection = this.#selections.find({ ...filter, ...shownTo(audience, withHidden) });
    const cacheKey = view ? `map ${JSON.stringify(view)}` : 'map';
    const clusters = selection.derive(cacheKey, (columns, positions) => {
      const withPositions = view
        ? clustersByGrid(columns, positions, view.box, view.zoom)
        : clustersByPlace(columns, positions);
      return withPositions.map((cluster) => ({ ...cluster, cover: columns.id[cluster.cover]! }));
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
