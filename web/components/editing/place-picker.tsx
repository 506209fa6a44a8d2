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

/** To some ten metres. */
export const positionText = ({ lat, lng }: Picked): string => `${lat.toFixed(4)}, ${lng.toFixed(4)}`;

interface PlacePickerProps {
  readonly at: Picked | null;
  readonly pick: (at: Picked) => void;
}

const closeUp = 10;
const world: MapPlace = { x: 0.52, y: 0.38, zoom: 2 };
/** Shares of the world's width: less than a pixel at the closest look. */
const still = 1e-8;

/** A map under a pin that stays in its middle: it is moved by finger, mouse, or arrow keys. */
export function PlacePicker({ at, pick }: PlacePickerProps): JSX.Element {
  /** Where the map has come to by itself: to go there again would move it under the finger. */
  const rested = useRef<Picked | null>(null);
  const shown = useRef<MapPlace>(world);
  const place = useMemo(() => {
    if (at && at !== rested.current) shown.current = { ...toWorld(at), zoom: Math.max(closeUp, shown.current.zoom) };
    return shown.current;
  }, [at]);
  const onRest = (now: MapPlace): void => {
    const before = shown.current;
    const moved = Math.abs(now.x - before.x) > still || Math.abs(now.y - before.y) > still;
    if (now.zoom !== before.zoom && !moved) shown.current = now;
    if (!moved) return;
    shown.current = now;
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
