import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { filterQuery, type PhotoFilter } from '../../state/photos/photo-filter.ts';
import type { Marker } from '../../state/map/map-clusters.ts';
import { formatPlace, queryWithout, type Place } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';
import { Icon } from '../elements/icon.tsx';
import { Message } from '../elements/message.tsx';
import { NoSuch } from '../elements/no-such.tsx';
import { Tabs, type Tab } from '../elements/tabs.tsx';
import { GridFailed } from '../photos/grid-failed.tsx';
import { PhotoGridView } from '../photos/photo-grid-view.tsx';
import { MapPlaces } from './map-places.tsx';

/** A place without what was selected on the map. */
export function withoutPick(place: Place): Place {
  return { ...place, photo: null, query: queryWithout(place, 'in', 'place') };
}

interface MapPanelProps {
  readonly place: Place;
  readonly behind: boolean;
  /** The filter of the visible part of the map. */
  readonly filter: PhotoFilter;
  /** The visible places. */
  readonly markers: readonly Marker[];
}

/** The panel beside the map: the photos or the places of its visible part. */
export function MapPanel({ place, behind, filter, markers }: MapPanelProps): JSX.Element {
  const asPlaces = place.query['show'] === 'places';
  const { grids } = useApp();
  const grid = asPlaces ? null : grids.of(filter);
  const count =
    grid?.phase.value === 'ready' ? grid.layout.total : markers.reduce((sum, marker) => sum + marker.count, 0);
  const tab = (isPlaces: boolean, title: string): Tab => {
    const query = queryWithout(place, 'show');
    return {
      place: { ...place, query: isPlaces ? { ...query, show: 'places' } : query },
      title,
      isHere: isPlaces === asPlaces,
    };
  };
  const head = (
    <div class="map-panel-title">
      <h2>{text.map.inViewCount(count)}</h2>
      <Tabs label={text.map.inView} tabs={[tab(false, text.map.photos), tab(true, text.map.places)]} />
    </div>
  );
  if (!asPlaces) {
    return (
      <MapPhotos filter={filter} label={text.map.inView} behind={behind} head={head}>
        <NothingHere inYears={filter.years !== undefined} />
      </MapPhotos>
    );
  }
  return (
    <main tabIndex={-1} aria-label={text.map.places}>
      {head}
      {markers.length === 0 ? <NothingHere inYears={filter.years !== undefined} /> : <MapPlaces markers={markers} />}
    </main>
  );
}

/** The photos of a place or cluster that was selected on the map. */
export function PickedPanel({ place, behind, filter }: Omit<MapPanelProps, 'markers'>): JSX.Element {
  const title = filter.place === undefined ? text.map.picked : placeName(filter.place);
  const { grids } = useApp();
  const count = grids.of(filter).layout.total;
  const head = (
    <div class="map-panel-title">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <small>{count > 0 && text.photos(count)}</small>
      <a class="button quiet" aria-label={text.close} href={formatPlace(withoutPick(place))}>
        <Icon name="close" />
      </a>
    </div>
  );
  return (
    <MapPhotos filter={filter} label={title} behind={behind} head={head}>
      {filter.place === undefined ? (
        <NothingHere inYears={filter.years !== undefined} />
      ) : (
        <NoSuch of="places" name={filter.place} />
      )}
    </MapPhotos>
  );
}

interface MapPhotosProps {
  readonly filter: PhotoFilter;
  readonly label: string;
  readonly behind: boolean;
  readonly head: ComponentChildren;
  /** Shown if there are no photos. */
  readonly children: ComponentChildren;
}

function MapPhotos({ filter, label, behind, head, children }: MapPhotosProps): JSX.Element {
  const { grids } = useApp();
  const grid = useMemo(() => grids.of(filter), [filterQuery(filter)]);
  return (
    <PhotoGridView grid={grid} label={label} behind={behind} head={head}>
      {grid.phase.value === 'failed' && <GridFailed grid={grid} />}
      {grid.phase.value === 'ready' && grid.layout.total === 0 && children}
    </PhotoGridView>
  );
}

function NothingHere({ inYears }: { inYears: boolean }): JSX.Element {
  const title = inYears ? text.map.nothingInYears : text.map.nothingInView;
  return <Message level={2} drawing="places" title={title} body={text.map.nothingInViewBody} />;
}
