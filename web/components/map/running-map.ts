import { gathered, type MapCluster, type Marker } from '../../state/map/map-clusters.ts';
import {
  bounded,
  fitting,
  panned,
  toPixel,
  zoomed,
  type MapPlace,
  type Pixel,
  type Size,
} from '../../state/map/map-projection.ts';
import { diameterOf, MapCanvas } from './map-canvas.ts';
import { outlinesFor } from './outlines.ts';

/** Pixels between the middles of pictures. */
const apart = 60;
/** Milliseconds without movement after which the map has come to rest. */
const restAfter = 180;
/** Milliseconds of a movement by button, key or double click. */
const glideTime = 220;

/** What a map tells of itself. */
interface MapTold {
  onRest(place: MapPlace, size: Size): void;
  onPick(cluster: MapCluster): void;
}

/** The moving map: takes gestures, draws at most once a frame, says when it rests. */
export class RunningMap {
  readonly #box: HTMLElement;
  readonly #surface: HTMLCanvasElement;
  readonly #canvas: MapCanvas;
  readonly #told: MapTold;
  readonly #observer: ResizeObserver;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #size: Size = { width: 0, height: 0 };
  #place: MapPlace | null = null;
  /** What was asked for from outside, until the map moved by itself. */
  #wished: MapPlace | null = null;
  #markers: readonly Marker[] = [];
  #clusters: readonly MapCluster[] = [];
  #gatheredFor: { markers: readonly Marker[]; zoom: number } | null = null;
  #frame = 0;
  #rest = 0;
  #gliding = 0;

  constructor(box: HTMLElement, surface: HTMLCanvasElement, told: MapTold) {
    this.#box = box;
    this.#surface = surface;
    this.#told = told;
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

  show(markers: readonly Marker[], place: MapPlace | null): void {
    this.#markers = markers;
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
    cancelAnimationFrame(this.#gliding);
    const middle = at ?? { left: this.#size.width / 2, top: this.#size.height / 2 };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.zoom(step, middle);
      return;
    }
    const start = performance.now();
    let done = 0;
    const go = (now: number): void => {
      const share = Math.min(1, Math.max(0, now - start) / glideTime);
      const eased = 1 - (1 - share) ** 3;
      this.zoom((eased - done) * step, middle);
      done = eased;
      if (share < 1) this.#gliding = requestAnimationFrame(go);
    };
    this.#gliding = requestAnimationFrame(go);
  }

  tap(at: Pixel): void {
    const cluster = this.#clusterAt(at);
    if (cluster) this.#told.onPick(cluster);
  }

  hover(at: Pixel): void {
    this.#surface.dataset['over'] = String(this.#clusterAt(at) !== undefined);
  }

  readonly #measure = (): void => {
    const { clientWidth: width, clientHeight: height } = this.#box;
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    if (width === 0 || height === 0) return;
    const before = this.#place ?? this.#wished;
    if (before) this.#moveTo(bounded(before, this.#size));
    // At once, since a canvas of another size is an empty one.
    this.#draw();
  };

  #moveTo(place: MapPlace): void {
    this.#place = place;
    this.#drawSoon();
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      this.#told.onRest(this.#place ?? place, this.#size);
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
    const outlines = outlinesFor(this.#place.zoom, this.#drawSoon);
    this.#canvas.draw({ place: this.#place, size: this.#size, outlines, clusters: this.#clusters });
  }

  /** In steps of zoom: pictures that joined and parted in every frame would flicker. */
  #gather(zoom: number): void {
    const step = Math.round(zoom * 2) / 2;
    const known = this.#gatheredFor;
    if (known?.markers === this.#markers && known.zoom === step) return;
    this.#gatheredFor = { markers: this.#markers, zoom: step };
    this.#clusters = gathered(this.#markers, step, apart);
  }

  #clusterAt(at: Pixel): MapCluster | undefined {
    if (!this.#place) return undefined;
    let nearest: MapCluster | undefined;
    let least = Infinity;
    for (const cluster of this.#clusters) {
      const { left, top } = toPixel(cluster, this.#place, this.#size);
      const distance = Math.hypot(left - at.left, top - at.top);
      if (distance < least && distance <= Math.max(22, diameterOf(cluster) / 2)) {
        nearest = cluster;
        least = distance;
      }
    }
    return nearest;
  }
}
