import '../styles/map-page.css';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { MapMarkers } from '../../core/http/wire.ts';
import { useApp } from '../app.ts';
import { Icon } from '../components/elements/icon.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { MapPlaces } from '../components/map/map-places.tsx';
import { MapView } from '../components/map/map-view.tsx';
import { Message } from '../components/elements/message.tsx';
import { TryAgain } from '../components/elements/try-again.tsx';
import { NoSuch } from '../components/elements/no-such.tsx';
import { GridFailed } from '../components/photos/grid-failed.tsx';
import { PhotoGridView } from '../components/photos/photo-grid-view.tsx';
import { boxOf, formatBox, type MapCluster } from '../state/map/map-clusters.ts';
import { formatAt, parseAt, tilesOf, type MapPlace, type Size } from '../state/map/map-projection.ts';
import type { PhotoFilter } from '../state/photos/photo-filter.ts';
import { formatPlace, type Place } from '../state/routes.ts';
import { text } from '../strings/index.ts';
import { placeName } from '../strings/language.ts';

/** The whole library's places; then, of the part that shows, what the server gathered for its zoom. */
interface Gathered {
  readonly markers: MapMarkers['markers'];
  /** Null: by place. */
  readonly zoom: number | null;
}

/** Where the photos were taken; a group of them opens beside the map. */
export default function MapPage({ place, behind }: { place: Place; behind: boolean }): JSX.Element {
  const { api, router } = useApp();
  const [all, again] = useLoaded((stop) => api.library.map(stop), []);
  const [view, setView] = useState<{ at: MapPlace; size: Size } | null>(null);
  const tiles = view && tilesOf(view.at, view.size);
  const [near] = useLoaded<Gathered | null>(async () => {
    if (!tiles) return null;
    const { markers } = await api.library.mapOf(formatBox(tiles.box), tiles.zoom);
    return { markers, zoom: tiles.zoom };
  }, [tiles && formatBox(tiles.box), tiles?.zoom]);
  // What showed last, while the answer for another part is on its way or cannot be had.
  const last = useRef<Gathered | null>(null);
  if (near.is === 'there' && near.value) last.current = near.value;
  const known = useMemo<Gathered>(
    () => last.current ?? { markers: all.is === 'there' ? all.value.markers : [], zoom: null },
    [all, last.current],
  );

  const asked = place.query['at'] ?? '';
  const own = useRef<string | null>(null);
  const wished = useRef<MapPlace | null>(null);
  // The map follows an address that somebody typed or went back to, not the one that it wrote itself.
  if (asked !== own.current) wished.current = parseAt(asked);
  const filter = filterOf(place);

  const onRest = (at: MapPlace, size: Size): void => {
    setView({ at, size });
    const now = router.place.peek();
    if (now.page !== 'map' || now.photo !== null) return;
    own.current = formatAt(at);
    router.exchange({ ...now, query: { ...now.query, at: own.current } });
  };
  const onPick = ({ markers }: MapCluster): void => {
    const { at } = router.place.peek().query;
    const { zoom } = known;
    const what: Record<string, string> =
      zoom === null ? { place: markers[0]?.place ?? '' } : { in: formatBox(boxOf(markers, zoom)) };
    router.go({ ...place, query: { ...(at && { at }), ...what } });
  };

  if (all.is === 'failed') {
    return (
      <main>
        <Message level={2} title={all.why}>
          <TryAgain run={again} />
        </Message>
      </main>
    );
  }
  return (
    <div class="map-page">
      <section class="map-view-frame" aria-label={text.pages.map}>
        {(wished.current ?? all.is === 'there') && (
          <MapView
            markers={known.markers}
            label={text.pages.map}
            place={wished.current}
            onRest={onRest}
            onPick={onPick}
          />
        )}
      </section>
      <div class="map-panel">
        {filter ? (
          <Picked key={JSON.stringify(filter)} place={place} filter={filter} behind={behind} />
        ) : (
          all.is === 'there' && <MapPlaces markers={all.value.markers} view={view} />
        )}
      </div>
    </div>
  );
}

/** The photos of a place or of a group on the map. */
function Picked({ place, filter, behind }: { place: Place; filter: PhotoFilter; behind: boolean }): JSX.Element {
  const { grids } = useApp();
  const grid = useMemo(() => grids.of(filter), []);
  const title = filter.place === undefined ? text.photosHere : placeName(filter.place);
  const { at } = place.query;
  const count = grid.layout.total;
  const head = (
    <div class="map-panel-title">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <small>{count > 0 && text.photos(count)}</small>
      <a
        class="button quiet"
        aria-label={text.close}
        href={formatPlace({ ...place, photo: null, query: at === undefined ? {} : { at } })}
      >
        <Icon name="close" />
      </a>
    </div>
  );
  return (
    <PhotoGridView grid={grid} label={title} behind={behind} head={head}>
      {grid.phase.value === 'failed' && <GridFailed grid={grid} />}
      {grid.phase.value === 'ready' && count === 0 && <Nowhere place={filter.place} />}
    </PhotoGridView>
  );
}

/** For an address of a place, or a part of the map, where no photos are. */
function Nowhere({ place }: { place: string | undefined }): JSX.Element {
  if (place !== undefined) return <NoSuch of="places" name={place} />;
  return <Message level={2} title={text.emptyTitle} body={text.noPlacesShown} />;
}

function filterOf({ query }: Place): PhotoFilter | null {
  if (query['place']) return { place: query['place'] };
  return query['in'] ? { bbox: query['in'] } : null;
}
