import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { toLatLng, toWorld, type MapPlace } from '../../state/map/map-projection.ts';
import { words } from '../../strings/editing/index.ts';
import { Icon } from '../elements/icon.tsx';
import { MapView } from '../map/map-view.tsx';

export interface Picked {
  readonly lat: number;
  readonly lng: number;
}

/** With a precision of about ten metres. */
export const positionText = ({ lat, lng }: Picked): string => `${lat.toFixed(4)}, ${lng.toFixed(4)}`;

interface PlacePickerProps {
  readonly at: Picked | null;
  readonly pick: (at: Picked) => void;
}

const closeUp = 10;
const world: MapPlace = { x: 0.52, y: 0.38, zoom: 2 };
/** A fraction of the world's width: less than a pixel at the maximum zoom. */
const tolerance = 1e-8;

/** A map with a pin fixed in its middle; the map is moved by touch, mouse or arrow keys. */
export function PlacePicker({ at, pick }: PlacePickerProps): JSX.Element {
  /** The place to which the user moved the map: setting it again would move the map while it is touched. */
  const rested = useRef<Picked | null>(null);
  const shownPlace = useRef<MapPlace>(world);
  const place = useMemo(() => {
    if (at && at !== rested.current)
      shownPlace.current = { ...toWorld(at), zoom: Math.max(closeUp, shownPlace.current.zoom) };
    return shownPlace.current;
  }, [at]);
  const onRest = (now: MapPlace): void => {
    const previous = shownPlace.current;
    const hasMoved = Math.abs(now.x - previous.x) > tolerance || Math.abs(now.y - previous.y) > tolerance;
    if (now.zoom !== previous.zoom && !hasMoved) shownPlace.current = now;
    if (!hasMoved) return;
    shownPlace.current = now;
    rested.current = toLatLng(now);
    pick(rested.current);
  };
  return (
    <div class="place-picker">
      <MapView markers={[]} label={words.pickOnMap} place={place} onRest={onRest}>
        <span class="place-pin" data-set={at !== null}>
          <Icon name="place" />
        </span>
      </MapView>
      <p class="facts-hint">
        {words.pickOnMap}
        {at && <bdi>{` · ${positionText(at)}`}</bdi>}
      </p>
    </div>
  );
}
