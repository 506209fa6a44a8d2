import '../../styles/map.css';
import countries from 'virtual:map/countries';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { countryName, formatLength } from '../../state/format.ts';
import type { MapCluster, Marker } from '../../state/map/map-clusters.ts';
import type { CountryAt } from '../../state/map/map-labels.ts';
import {
  closest,
  furthest,
  type LatLng,
  type MapPlace,
  type Size,
  type WorldPoint,
} from '../../state/map/map-projection.ts';
import { distanceIn, usesMiles, scaleOf } from '../../state/map/map-scale.ts';
import { MapTowns } from '../../state/map/map-towns.ts';
import { text } from '../../strings/index.ts';
import { locale } from '../../strings/language.ts';
import { MapButtons } from './map-buttons.tsx';
import { followGestures } from './map-gestures.ts';
import { RunningMap } from './running-map.ts';

interface MapViewProps {
  readonly markers: readonly Marker[];
  readonly label: string;
  /** A line through these points. */
  readonly route?: readonly WorldPoint[];
  /** Which part shows at first; unless told, the one that shows all markers. Another value moves there. */
  readonly place?: MapPlace | null;
  /** What "show all photos" shows; the markers unless told. */
  readonly all?: readonly LatLng[];
  /** A small map beside something else is a mere picture. */
  readonly interactive?: boolean;
  /** Movement came to rest. */
  readonly onRest?: (place: MapPlace, size: Size) => void;
  readonly onPick?: (cluster: MapCluster) => void;
  /** What lies over it. */
  readonly children?: ComponentChildren;
}

const nowhere: readonly WorldPoint[] = [];

/** Which way the map can go no further. */
type End = 'nearest' | 'furthest' | null;

let named: readonly CountryAt[] | undefined;
/** Countries in the language of the page. */
const namedCountries = (): readonly CountryAt[] =>
  (named ??= countries.map(([code, x, y, width]) => ({ name: countryName(code), x, y, width })));

let towns: MapTowns | undefined;

/** A map of land, waters and towns with the library's photos on it; nothing of it comes from elsewhere. */
export function MapView(props: MapViewProps): JSX.Element {
  const {
    markers,
    label,
    route = nowhere,
    place = null,
    all = markers,
    interactive = true,
    onRest,
    onPick,
    children,
  } = props;
  const { api, theme } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useRef<HTMLSpanElement>(null);
  const map = useRef<RunningMap | null>(null);
  const [end, setEnd] = useState<End>(null);
  const names = useNames();
  const told = useRef({ onRest, onPick });
  told.current = { onRest, onPick };

  useLayoutEffect(() => {
    const [box, surface] = [frame.current, canvas.current];
    if (!box || !surface) return;
    const miles = usesMiles(locale);
    const running = new RunningMap(box, surface, {
      towns: (towns ??= new MapTowns((zoom, x, y) => api.library.towns(zoom, x, y))),
      countries: namedCountries(),
      beyond: (town, meters) => text.map.beyond(town, formatLength(distanceIn(meters, miles))),
      onRest: (now, size) => told.current.onRest?.(now, size),
      onPick: (cluster) => told.current.onPick?.(cluster),
      onDrawn: (now, size, drawn) => {
        if (scale.current) drawScale(scale.current, now, miles);
        setEnd(endOf(now, size));
        names.say(drawn);
      },
    });
    map.current = running;
    const stop = interactive ? followGestures(surface, running) : undefined;
    return () => {
      stop?.();
      running.stop();
    };
  }, []);
  useLayoutEffect(() => {
    map.current?.show(markers, place, route);
  }, [markers, route, place?.x, place?.y, place?.zoom]);
  const chosen = theme.current.value;
  useEffect(() => {
    map.current?.recolor();
  }, [chosen]);

  return (
    <div class="map-view" ref={frame}>
      <canvas
        ref={canvas}
        role={interactive ? 'application' : 'img'}
        aria-label={interactive ? `${label}. ${text.map.keys}` : label}
        aria-description={names.said === '' ? undefined : text.map.named(names.said)}
        tabIndex={interactive ? 0 : undefined}
      />
      {children}
      {interactive && (
        <>
          <span class="map-scale" ref={scale} />
          <MapButtons
            isNearest={end === 'nearest'}
            isFurthest={end === 'furthest'}
            glide={(step) => map.current?.glide(step, null)}
            showAll={() => map.current?.fit(all)}
          />
        </>
      )}
    </div>
  );
}

function endOf({ zoom }: MapPlace, size: Size): End {
  if (zoom >= closest - 0.01) return 'nearest';
  return zoom <= furthest(size) + 0.01 ? 'furthest' : null;
}

/** Milliseconds for which the same names must stand on the map before they are told. */
const still = 250;

/** The names on the map, for those who do not see it: told when it is still, not in every frame. */
function useNames(): { said: string; say: (names: readonly string[]) => void } {
  const [said, setSaid] = useState('');
  const waiting = useRef({ names: '', timer: 0 });
  useEffect(
    () => () => {
      clearTimeout(waiting.current.timer);
    },
    [],
  );
  const say = (names: readonly string[]): void => {
    const all = names.join(', ');
    if (all === waiting.current.names) return;
    clearTimeout(waiting.current.timer);
    const timer = window.setTimeout(() => {
      setSaid(all);
    }, still);
    waiting.current = { names: all, timer };
  };
  return { said, say };
}

/** Pixels that the bar may take. */
const longestScale = 110;

/** Keeps the bar of a moving map as long as it says; written at once, since it goes with each frame. */
function drawScale(bar: HTMLElement, place: MapPlace, miles: boolean): void {
  const { value, unit, pixels } = scaleOf(place, { most: longestScale, miles });
  const label = formatLength({ value, unit });
  const width = `${Math.round(pixels)}px`;
  if (bar.textContent !== label) bar.textContent = label;
  if (bar.style.width !== width) bar.style.width = width;
}
