import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import type { Marker } from '../../state/map/map-clusters.ts';
import type { MapPlace } from '../../state/map/map-projection.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';

interface SmallMapProps {
  readonly photo: PhotoItem;
  readonly lat: number;
  readonly lng: number;
  readonly place: string;
}

interface MapParts {
  readonly View: FunctionComponent<{
    markers: readonly Marker[];
    label: string;
    place: MapPlace;
    interactive: boolean;
  }>;
  readonly placeAt: (place: { lat: number; lng: number; zoom: number }) => MapPlace;
}

const zoom = 7;

/** The place of a photo as a small map that links to the map page. The map code is loaded when needed. */
export function SmallMap({ photo, lat, lng, place }: SmallMapProps): JSX.Element {
  const [parts, setParts] = useState<MapParts | null>(null);
  useEffect(() => {
    // If it fails, the name of the place is still shown.
    Promise.all([import('./map-view.tsx'), import('../../state/map/map-projection.ts')]).then(
      ([{ MapView }, { toWorld }]) => {
        setParts({ View: MapView, placeAt: ({ zoom, ...at }) => ({ ...toWorld(at), zoom }) });
      },
      () => undefined,
    );
  }, []);
  const markers = useMemo(
    () => [{ lat, lng, place, count: 1, thumb_url: photo.thumb_url }],
    [lat, lng, place, photo.thumb_url],
  );
  const label = text.labelled(text.pages.map, place);
  return (
    <a
      class="small-map"
      href={formatPlace(placeOf('map', { query: { at: [lat.toFixed(4), lng.toFixed(4), zoom + 3].join() } }))}
      aria-label={label}
    >
      {parts && (
        <parts.View markers={markers} label={label} place={parts.placeAt({ lat, lng, zoom })} interactive={false} />
      )}
    </a>
  );
}
