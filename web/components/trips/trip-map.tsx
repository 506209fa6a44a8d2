import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TripDay } from '../../../core/http/wire.ts';
import type { Marker } from '../../state/map/map-clusters.ts';
import { words } from '../../strings/trips/index.ts';

type View = FunctionComponent<{ markers: readonly Marker[]; label: string }>;

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
  if (markers.length === 0) return null;
  return <div class="trip-map">{view && <view.Of markers={markers} label={words.map} />}</div>;
}

/** Days at one place are one marker. */
function placesOf(days: readonly TripDay[]): Marker[] {
  const markers = new Map<string, Marker>();
  for (const { lat, lng, place, count, cover_url: thumb_url } of days) {
    if (lat === null || lng === null) continue;
    const name = place?.place ?? '';
    const key = name === '' ? `${lat} ${lng}` : name;
    const known = markers.get(key);
    markers.set(key, known ? { ...known, count: known.count + count } : { lat, lng, place: name, count, thumb_url });
  }
  return [...markers.values()];
}
