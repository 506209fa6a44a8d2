import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import type { Marker } from '../../state/map/map-clusters.ts';
import { formatPlace } from '../../state/routes.ts';
import { formatCount } from '../../state/format.ts';
import { placeName } from '../../strings/language.ts';

/** The most places in the list; zooming in shows others. */
const limit = 100;

interface MapPlacesProps {
  /** The visible markers, largest first. */
  readonly markers: readonly Marker[];
}

/** The visible places as a list, for screen readers and for finding names. */
export function MapPlaces({ markers }: MapPlacesProps): JSX.Element {
  const { router } = useApp();
  const currentPlace = router.place.value;
  return (
    <ul class="map-places">
      {markers
        .filter(({ place }) => place !== '')
        .slice(0, limit)
        .map(({ place, count, thumb_url }) => (
          <li key={place}>
            <a href={formatPlace({ ...currentPlace, query: { ...currentPlace.query, place } })}>
              {thumb_url ? (
                <img src={thumb_url} alt="" loading="lazy" decoding="async" draggable={false} />
              ) : (
                <span class="no-picture" />
              )}
              <bdi>{placeName(place)}</bdi>
              <small>{formatCount(count)}</small>
            </a>
          </li>
        ))}
    </ul>
  );
}
