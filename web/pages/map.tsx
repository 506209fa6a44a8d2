import '../styles/map-page.css';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { MapMarkers } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { Message } from '../components/elements/message.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { MapPanel, PickedPanel, withoutPick } from '../components/map/map-panel.tsx';
import { MapView } from '../components/map/map-view.tsx';
import { MapYears, yearsOf } from '../components/map/map-years.tsx';
import { boxOf, formatBox, touches, type MapCluster } from '../state/map/map-clusters.ts';
import {
  boundsOf,
  formatAt,
  isShown,
  parseAt,
  tilesOf,
  type MapPlace,
  type Size,
} from '../state/map/map-projection.ts';
import type { PhotoFilter } from '../state/photos/photo-filter.ts';
import { queryWithout, type Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';

/** All places of the library; after the first move, the server's clusters for the visible part and its zoom. */
interface LoadedMarkers {
  readonly markers: MapMarkers['markers'];
  /** Null if grouped by place. */
  readonly zoom: number | null;
  readonly years: string;
}

interface View {
  readonly at: MapPlace;
  readonly size: Size;
}

/** The map of the library, with a list of the visible photos beside it. */
export default function MapPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { api, router } = useApp();
  const span = yearsOf(place.query['years']);
  const years = span === null ? '' : span.join('-');
  const [all, reload] = useLoaded((stop) => api.library.map(years, stop), [years]);
  const [months] = useLoaded((stop) => api.photos.anchors('', stop), []);
  const [view, setView] = useState<View | null>(null);
  const gathered = useGathered(view, years, all.is === 'there' ? all.value.markers : []);

  const address = place.query['at'] ?? '';
  const ownAddress = useRef<string | null>(null);
  const requestedPlace = useRef<MapPlace | null>(null);
  // The map follows a URL that was typed or reached through the history, but not one that it wrote itself.
  if (address !== ownAddress.current) requestedPlace.current = parseAt(address);
  const pick = pickOf(place, years);

  const onRest = (at: MapPlace, size: Size): void => {
    setView({ at, size });
    const current = router.place.peek();
    if (current.page !== 'map' || current.photo !== null) return;
    ownAddress.current = formatAt(at);
    const isInView = isPickShown(current, { at, size }, all.is === 'there' ? all.value.markers : null);
    const { query } = isInView ? current : withoutPick(current);
    router.exchange({ ...current, query: { ...query, at: ownAddress.current } });
  };
  const onPick = ({ markers }: MapCluster): void => {
    const { zoom } = gathered;
    const pickQuery: Record<string, string> =
      zoom === null ? { place: markers[0]?.place ?? '' } : { in: formatBox(boxOf(markers, zoom)) };
    const current = withoutPick(router.place.peek());
    router.go({ ...current, query: { ...current.query, ...pickQuery } });
  };

  if (all.is === 'failed') {
    return (
      <main>
        <Message level={2} title={all.why}>
          <TryAgain run={reload} />
        </Message>
      </main>
    );
  }
  const everywhere = all.is === 'there' ? all.value.markers : [];
  return (
    <div class="map-page">
      <section class="map-view-frame" aria-label={text.pages.map}>
        {(requestedPlace.current ?? all.is === 'there') && (
          <MapView
            markers={gathered.markers}
            label={text.pages.map}
            place={requestedPlace.current}
            all={everywhere}
            onRest={onRest}
            onPick={onPick}
          >
            {months.is === 'there' && (
              <MapYears
                years={[...new Set(months.value.anchors.map(({ year }) => year))].sort((a, b) => a - b)}
                value={span}
                choose={(newYears) => {
                  const query = queryWithout(router.place.peek(), 'years');
                  router.exchange({ ...place, query: newYears ? { ...query, years: newYears.join('-') } : query });
                }}
              />
            )}
          </MapView>
        )}
      </section>
      <div class="map-panel">
        {pick ? (
          <PickedPanel place={place} filter={pick} behind={behind} />
        ) : everywhere.length === 0 && all.is === 'there' && years === '' ? (
          <main>
            <Message level={2} drawing="places" title={text.noPlaces} body={text.noPlacesBody}>
              <a class="button" href="#/">
                {text.toTimeline}
              </a>
            </Message>
          </main>
        ) : view ? (
          <MapPanel
            place={place}
            behind={behind}
            filter={{ bbox: formatBox(boundsOf(view.at, view.size)), ...(years && { years }) }}
            markers={everywhere.filter((marker) => isShown(marker, view.at, view.size))}
          />
        ) : (
          <main aria-busy="true" />
        )}
      </div>
    </div>
  );
}

/** The markers of the map: the last clusters of the visible part, or else all places. */
function useGathered(view: View | null, years: string, all: MapMarkers['markers']): LoadedMarkers {
  const { api } = useApp();
  const tiles = view && tilesOf(view.at, view.size);
  const [nearby] = useLoaded<LoadedMarkers | null>(async () => {
    if (!tiles) return null;
    const { markers } = await api.library.mapOf(formatBox(tiles.box), tiles.zoom, years);
    return { markers, zoom: tiles.zoom, years };
  }, [tiles && formatBox(tiles.box), tiles?.zoom, years]);
  // The last clusters stay while those of another part are being loaded, or if that fails.
  const last = useRef<LoadedMarkers | null>(null);
  if (nearby.is === 'there' && nearby.value) last.current = nearby.value;
  return useMemo<LoadedMarkers>(
    () => (last.current?.years === years ? last.current : { markers: all, zoom: null, years }),
    [all, years, last.current],
  );
}

/** Whether the selection on the map is still visible; otherwise it is cleared. */
function isPickShown({ query }: Place, { at, size }: View, all: MapMarkers['markers'] | null): boolean {
  if (query['place']) {
    const marker = all?.find(({ place }) => place === query['place']);
    // A place without a marker cannot leave the view; its panel says that it has no photos.
    return marker === undefined || isShown(marker, at, size);
  }
  return query['in'] === undefined || touches(query['in'], boundsOf(at, size));
}

function pickOf({ query }: Place, years: string): PhotoFilter | null {
  const narrowed = years === '' ? {} : { years };
  if (query['place']) return { place: query['place'], ...narrowed };
  return query['in'] ? { bbox: query['in'], ...narrowed } : null;
}
