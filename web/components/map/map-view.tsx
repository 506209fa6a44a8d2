import '../../styles/map.css';
import countries from 'virtual:map/countries';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Town } from '../../../core/http/wire.ts';
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
import { locale, townNameIn } from '../../strings/language.ts';
import { MapButtons } from './map-buttons.tsx';
import { followGestures } from './map-gestures.ts';
import { RunningMap } from './running-map.ts';

interface MapViewProps {
  readonly markers: readonly Marker[];
  readonly label: string;
  /** The points of a line. */
  readonly route?: readonly WorldPoint[];
  /** The initial view; by default one that shows all markers. A new value moves the map there. */
  readonly place?: MapPlace | null;
  /** The points that "show all photos" shows; by default the markers. */
  readonly all?: readonly LatLng[];
  /** False for a small map beside other content, which is only a picture. */
  readonly interactive?: boolean;
  /** Called when the map has come to rest. */
  readonly onRest?: (place: MapPlace, size: Size) => void;
  readonly onPick?: (cluster: MapCluster) => void;
  /** Controls over the map. */
  readonly children?: ComponentChildren;
}

const nowhere: readonly WorldPoint[] = [];

/** The zoom limit that is reached. */
type End = 'nearest' | 'furthest' | null;

let localCountries: readonly CountryAt[] | undefined;
/** Countries in the language of the page. */
const namedCountries = (): readonly CountryAt[] =>
  (localCountries ??= countries.map(([code, x, y, width]) => ({ name: countryName(code), x, y, width })));

/** Towns in the language of the page. */
const named = (all: readonly Town[]): Town[] =>
  all.map((town) => ({ ...town, name: townNameIn(town.name, town.country) }));

let towns: MapTowns | undefined;

/** A map of land, waters and towns with the library's photos; it loads nothing from other servers. */
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
  const callbacks = useRef({ onRest, onPick });
  callbacks.current = { onRest, onPick };

  useLayoutEffect(() => {
    const [box, surface] = [frame.current, canvas.current];
    if (!box || !surface) return;
    const miles = usesMiles(locale);
    const running = new RunningMap(box, surface, {
      towns: (towns ??= new MapTowns(async (zoom, x, y) => {
        const tile = await api.library.towns(zoom, x, y);
        return { towns: named(tile.towns), nearest: named(tile.nearest) };
      })),
      countries: namedCountries(),
      beyond: (town, meters) => text.map.beyond(town, formatLength(distanceIn(meters, miles))),
      onRest: (now, size) => callbacks.current.onRest?.(now, size),
      onPick: (cluster) => callbacks.current.onPick?.(cluster),
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
  const currentTheme = theme.current.value;
  useEffect(() => {
    map.current?.recolor();
  }, [currentTheme]);

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

/** Milliseconds for which the same names must be on the map before they are announced. */
const announceDelay = 250;

/** Announces the names on the map to screen readers when it is still, not in every frame. */
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
    }, announceDelay);
    waiting.current = { names: all, timer };
  };
  return { said, say };
}

/** Maximum width of the scale in pixels. The shortest scale is 2/5 of it, and wide enough for "10 000 km". */
const longestScale = 160;

/** Updates the scale; directly in the DOM, since it changes with each frame. */
function drawScale(bar: HTMLElement, place: MapPlace, miles: boolean): void {
  const { value, unit, pixels } = scaleOf(place, { most: longestScale, miles });
  const label = formatLength({ value, unit });
  const width = `${Math.round(pixels)}px`;
  if (bar.textContent !== label) bar.textContent = label;
  if (bar.style.width !== width) bar.style.width = width;
}
