import '../../styles/map.css';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { MapCluster, Marker } from '../../state/map/map-clusters.ts';
import type { MapPlace, Size } from '../../state/map/map-projection.ts';
import { text } from '../../strings/index.ts';
import { Icon } from '../elements/icon.tsx';
import { followGestures } from './map-gestures.ts';
import { RunningMap } from './running-map.ts';

interface MapViewProps {
  readonly markers: readonly Marker[];
  readonly label: string;
  /** Which part shows at first; unless told, the one that shows all markers. Another value moves there. */
  readonly place?: MapPlace | null;
  /** A small map beside something else is a mere picture. */
  readonly interactive?: boolean;
  /** Movement came to rest. */
  readonly onRest?: (place: MapPlace, size: Size) => void;
  readonly onPick?: (cluster: MapCluster) => void;
}

/** A map of land and borders with the library's photos on it; nothing of it comes from elsewhere. */
export function MapView({
  markers,
  label,
  place = null,
  interactive = true,
  onRest,
  onPick,
}: MapViewProps): JSX.Element {
  const { theme } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const map = useRef<RunningMap | null>(null);
  const told = useRef({ onRest, onPick });
  told.current = { onRest, onPick };

  useLayoutEffect(() => {
    const [box, surface] = [frame.current, canvas.current];
    if (!box || !surface) return;
    const running = new RunningMap(box, surface, {
      onRest: (now, size) => told.current.onRest?.(now, size),
      onPick: (cluster) => told.current.onPick?.(cluster),
    });
    map.current = running;
    const stop = interactive ? followGestures(surface, running) : undefined;
    return () => {
      stop?.();
      running.stop();
    };
  }, []);
  useLayoutEffect(() => {
    map.current?.show(markers, place);
  }, [markers, place?.x, place?.y, place?.zoom]);
  const chosen = theme.current.value;
  useEffect(() => {
    map.current?.recolor();
  }, [chosen]);

  return (
    <div class="map-view" ref={frame}>
      <canvas
        ref={canvas}
        role={interactive ? 'application' : 'img'}
        aria-label={interactive ? `${label}. ${text.mapKeys}` : label}
        tabIndex={interactive ? 0 : undefined}
      />
      {interactive && (
        <div class="map-buttons">
          <button type="button" aria-label={text.mapNearer} onClick={() => map.current?.glide(1, null)}>
            <Icon name="plus" />
          </button>
          <button type="button" aria-label={text.mapFurther} onClick={() => map.current?.glide(-1, null)}>
            <Icon name="minus" />
          </button>
        </div>
      )}
    </div>
  );
}
