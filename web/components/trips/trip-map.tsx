import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TripDay } from '../../../core/http/wire.ts';
import type { Marker } from '../../state/map/map-clusters.ts';
import type { WorldPoint } from '../../state/map/map-projection.ts';
import { placesOf, routeOf } from '../../state/map/trip-route.ts';
import { words } from '../../strings/trips/index.ts';

type View = FunctionComponent<{ markers: readonly Marker[]; route: readonly WorldPoint[]; label: string }>;

/** The places of a trip on a map. What draws it is fetched when it is wanted. */
export function TripMap({ days }: { days: readonly TripDay[] }): JSX.Element | null {
  const [view, setView] = useState<{ readonly Of: View } | null>(null);
  useEffect(() => {
    // Without it there are still the names of the places.
    import('../map/map-view.tsx').then(
      ({ MapView }) => {
        setView({ Of: MapView });
      },
      () => undefined,
    );
  }, []);
  const markers = useMemo(() => placesOf(days), [days]);
  const route = useMemo(() => routeOf(days), [days]);
  if (markers.length === 0) return null;
  return <div class="trip-map">{view && <view.Of markers={markers} route={route} label={words.map} />}</div>;
}
