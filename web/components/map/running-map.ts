import { gathered, type MapCluster, type Marker } from '../../state/map/map-clusters.ts';
import type { Box } from '../../state/map/map-labels.ts';
import type { MapTowns } from '../../state/map/map-towns.ts';
import {
  bounded,
  fitting,
  panned,
  toPixel,
  zoomed,
  type LatLng,
  type MapPlace,
  type Pixel,
  type Size,
  type WorldPoint,
} from '../../state/map/map-projection.ts';
import { diameterOf } from './draw-clusters.ts';
import { MapCanvas, type Drawing } from './map-canvas.ts';
import { outlinesFor, watersFor } from './map-files.ts';

/** Minimum distance between the middles of pictures, in pixels. */
const clusterDistance = 60;
/** Milliseconds without movement after which the map is at rest. */
const restAfter = 180;
/** Milliseconds of an animation by button, key or double click. */
const glideTime = 220;

/** What all maps have, and the callbacks of a map. */
export interface MapParts extends Pick<Drawing, 'countries' | 'beyond'> {
  readonly towns: MapTowns;
  onRest(place: MapPlace, size: Size): void;
  /** Called after each draw, with the names on the map. */
  onDrawn(place: MapPlace, size: Size, names: readonly string[]): void;
  onPick(cluster: MapCluster): void;
}

/** The interactive map: handles gestures, draws at most once per frame, and reports when it is at rest. */
export class RunningMap {
  readonly #box: HTMLElement;
  readonly #surface: HTMLCanvasElement;
  readonly #canvas: MapCanvas;
  readonly #parts: MapParts;
  readonly #observer: ResizeObserver;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #size: Size = { width: 0, height: 0 };
  #covered: readonly Box[] = [];
  #place: MapPlace | null = null;
  /** The view requested by a prop, until the user moves the map. */
  #wished: MapPlace | null = null;
  #markers: readonly Marker[] = [];
  #route: readonly WorldPoint[] = [];
  #clusters: readonly MapCluster[] = [];
  #gatheredFor: { markers: readonly Marker[]; zoom: number } | null = null;
  #frame = 0;
  #rest = 0;
  #gliding = 0;

  constructor(box: HTMLElement, surface: HTMLCanvasElement, parts: MapParts) {
    this.#box = box;
    this.#surface = surface;
    this.#parts = parts;
    this.#canvas = new MapCanvas(surface, this.#drawSoon);
    this.#observer = new ResizeObserver(this.#measure);
    this.#observer.observe(box);
    this.#dark.addEventListener('change', this.recolor);
  }

  stop(): void {
    this.#observer.disconnect();
    this.#dark.removeEventListener('change', this.recolor);
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#gliding);
    clearTimeout(this.#rest);
  }

  show(markers: readonly Marker[], place: MapPlace | null, route: readonly WorldPoint[]): void {
    this.#markers = markers;
    this.#route = route;
    const isNew =
      place && (place.x !== this.#wished?.x || place.y !== this.#wished.y || place.zoom !== this.#wished.zoom);
    if (isNew) {
      this.#wished = place;
      if (this.#size.height > 0) this.#moveTo(bounded(place, this.#size));
    }
    this.#drawSoon();
  }

  readonly recolor = (): void => {
    this.#canvas.forgetColors();
    this.#drawSoon();
  };

  pan(step: Pixel): void {
    if (this.#place) this.#moveTo(panned(this.#place, step, this.#size));
  }

  zoom(step: number, at: Pixel): void {
    if (this.#place) this.#moveTo(zoomed(this.#place, step, at, this.#size));
  }

  glide(step: number, at: Pixel | null): void {
    const middle = at ?? { left: this.#size.width / 2, top: this.#size.height / 2 };
    this.#move((share) => {
      this.zoom(share * step, middle);
    });
  }

  /** Moves to a view that shows all points. */
  fit(points: readonly LatLng[]): void {
    const from = this.#place;
    if (!from) return;
    const to = fitting(points, this.#size);
    const dx = to.x - from.x;
    let progress = 0;
    this.#move((share) => {
      progress += share;
      const part = (begin: number, end: number): number => begin + (end - begin) * progress;
      // The shorter way around the world.
      const x = part(from.x, from.x + dx - Math.round(dx));
      this.#moveTo(bounded({ x, y: part(from.y, to.y), zoom: part(from.zoom, to.zoom) }, this.#size));
    });
  }

  /** @param step gets the next share of the whole movement */
  #move(step: (share: number) => void): void {
    cancelAnimationFrame(this.#gliding);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      step(1);
      return;
    }
    const start = performance.now();
    let progress = 0;
    const go = (now: number): void => {
      const share = Math.min(1, Math.max(0, now - start) / glideTime);
      const eased = 1 - (1 - share) ** 3;
      step(eased - progress);
      progress = eased;
      if (share < 1) this.#gliding = requestAnimationFrame(go);
    };
    this.#gliding = requestAnimationFrame(go);
  }

  tap(at: Pixel): void {
    const cluster = this.#clusterAt(at);
    if (cluster) this.#parts.onPick(cluster);
  }

  hover(at: Pixel): void {
    this.#surface.dataset['over'] = String(this.#clusterAt(at) !== undefined);
  }

  readonly #measure = (): void => {
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    if (width === 0 || height === 0) return;
    const previous = this.#place ?? this.#wished;
    if (previous) this.#moveTo(bounded(previous, this.#size));
    // Drawn at once, since resizing clears a canvas.
    this.#draw();
  };

  /** Measures the controls over the map, which labels avoid. */
  #measureCovered(): void {
    const { left, top } = this.#box.getBoundingClientRect();
    this.#covered = Array.from(this.#box.children, (child) => child.getBoundingClientRect())
      .filter(({ width }) => width < this.#size.width)
      .map((rect) => ({
        left: rect.left - left - 4,
        right: rect.right - left + 4,
        top: rect.top - top - 4,
        bottom: rect.bottom - top + 4,
      }));
    this.#drawSoon();
  }

  #moveTo(place: MapPlace): void {
    this.#place = place;
    this.#drawSoon();
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      this.#measureCovered();
      if (this.#place) this.#parts.towns.want(this.#place, this.#size, this.#drawSoon);
      this.#parts.onRest(this.#place ?? place, this.#size);
    }, restAfter);
  }

  readonly #drawSoon = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#draw();
    });
  };

  #draw(): void {
    if (this.#size.width === 0 || this.#size.height === 0) return;
    if (!this.#place) this.#moveTo(this.#wished ?? fitting(this.#markers, this.#size));
    if (!this.#place) return;
    this.#gather(this.#place.zoom);
    const [place, size] = [this.#place, this.#size];
    const names = this.#canvas.draw({
      ...this.#parts,
      ...this.#parts.towns.around(place, size),
      place,
      size,
      outlines: outlinesFor(place, size, this.#drawSoon),
      waters: watersFor(place, this.#drawSoon),
      route: this.#route,
      clusters: this.#clusters,
      covered: this.#covered,
    });
    this.#parts.onDrawn(place, size, names);
  }

  /** In steps of zoom: clusters that merge and split in every frame would flicker. */
  #gather(zoom: number): void {
    const step = Math.round(zoom * 2) / 2;
    const last = this.#gatheredFor;
    if (last?.markers === this.#markers && last.zoom === step) return;
    this.#gatheredFor = { markers: this.#markers, zoom: step };
    this.#clusters = gathered(this.#markers, step, clusterDistance);
  }

  #clusterAt(at: Pixel): MapCluster | undefined {
    if (!this.#place) return undefined;
    let nearest: MapCluster | undefined;
    let minDistance = Infinity;
    for (const cluster of this.#clusters) {
      const { left, top } = toPixel(cluster, this.#place, this.#size);
      const distance = Math.hypot(left - at.left, top - at.top);
      if (distance < minDistance && distance <= Math.max(22, diameterOf(cluster) / 2)) {
        nearest = cluster;
        minDistance = distance;
      }
    }
    return nearest;
  }
}
