import type { JSX } from 'preact';
import { useApp } from '../../app.ts';
import type { Marker } from '../../state/map/map-clusters.ts';
import { isShown, type MapPlace, type Size } from '../../state/map/map-projection.ts';
import { formatPlace } from '../../state/routes.ts';
import { formatCount } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { Message } from '../elements/message.tsx';

/** Nobody reads further; a closer look at the map shows the others. */
const most = 100;

interface MapPlacesProps {
  /** By place, the largest first. */
  readonly markers: readonly Marker[];
  /** What the map shows; null while that is not known. */
  readonly view: { readonly at: MapPlace; readonly size: Size } | null;
}

/** The places that the map shows, as a list: for those who do not see it, and for all who look for a name. */
export function MapPlaces({ markers, view }: MapPlacesProps): JSX.Element {
  const { router } = useApp();
  if (markers.length === 0) {
    return (
      <main>
        <Message level={2} drawing="places" title={text.noPlaces} body={text.noPlacesBody} />
      </main>
    );
  }
  const shown = view ? markers.filter((marker) => isShown(marker, view.at, view.size)) : markers;
  const here = router.place.value;
  return (
    <main tabIndex={-1} aria-label={text.placesShown}>
      <div class="map-panel-title">
        <h2>{text.placesShown}</h2>
        <small>{formatCount(shown.length)}</small>
      </div>
      {shown.length === 0 && <p class="loading">{text.noPlacesShown}</p>}
      <ul class="map-places">
        {shown
          .filter(({ place }) => place !== '')
          .slice(0, most)
          .map(({ place, count, thumb_url }) => (
            <li key={place}>
              <a href={formatPlace({ ...here, query: { ...here.query, place } })}>
                {thumb_url ? (
                  <img src={thumb_url} alt="" loading="lazy" decoding="async" draggable={false} />
                ) : (
                  <span class="no-picture" />
                )}
                <bdi>{place}</bdi>
                <small>{formatCount(count)}</small>
              </a>
            </li>
          ))}
      </ul>
    </main>
  );
}
