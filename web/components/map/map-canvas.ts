import type { MapCluster } from '../../state/map/map-clusters.ts';
import type { Outline, Outlines } from '../../state/map/map-outlines.ts';
import { toPixel, worldWidth, type MapPlace, type Pixel, type Size } from '../../state/map/map-projection.ts';
import { RoundPictures } from './round-pictures.ts';
import { formatShortCount } from '../../state/format.ts';

/** Pixels that a line must go on before it is worth a corner. */
const finest = 0.7;

interface Colors {
  readonly land: string;
  readonly border: string;
  readonly ink: string;
  readonly paper: string;
  readonly accent: string;
}

/** Pixels across a cluster's picture: larger where there are more photos. */
export function diameterOf({ count, thumb }: MapCluster): number {
  if (thumb === null) return 22;
  return Math.round(Math.min(64, 42 + 5 * Math.log2(count)));
}

/** Draws the world and what stands on it. The sea is the background of the canvas itself. */
export class MapCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #pictures: RoundPictures;
  #colors: Colors | null = null;

  /** @param onCame told when a picture came and is to be drawn */
  constructor(canvas: HTMLCanvasElement, onCame: () => void) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#pictures = new RoundPictures(onCame);
  }

  /** The theme has changed. */
  forgetColors(): void {
    this.#colors = null;
  }

  draw(view: { place: MapPlace; size: Size; outlines: Outlines | null; clusters: readonly MapCluster[] }): void {
    const { place, size, outlines, clusters } = view;
    const context = this.#context;
    if (!context) return;
    const density = devicePixelRatio;
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    const colors = (this.#colors ??= colorsOf(this.#canvas));
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    if (outlines) drawWorld(context, outlines, place, size, colors);
    this.#drawClusters(context, clusters, place, size, colors);
  }

  #drawClusters(
    context: CanvasRenderingContext2D,
    clusters: readonly MapCluster[],
    place: MapPlace,
    size: Size,
    colors: Colors,
  ): void {
    const shown = clusters.flatMap((cluster) => {
      const at = toPixel(cluster, place, size);
      const isSeen = at.left > -40 && at.left < size.width + 40 && at.top > -40 && at.top < size.height + 60;
      return isSeen ? [{ cluster, at }] : [];
    });
    // The largest last, on top.
    for (const { cluster, at } of [...shown].reverse()) {
      const radius = diameterOf(cluster) / 2;
      drawDisc(context, at, radius, this.#pictures.get(cluster.thumb), colors);
      if (cluster.count > 1) drawCount(context, at, radius, cluster.count, colors);
    }
    drawNames(context, shown, colors);
  }
}

function drawWorld(
  context: CanvasRenderingContext2D,
  { land, borders }: Outlines,
  place: MapPlace,
  size: Size,
  colors: Colors,
): void {
  const scale = worldWidth(place.zoom);
  const half = size.width / 2 / scale;
  const worlds: number[] = [];
  // Land over the antimeridian reaches beyond its world, to either side.
  for (let world = Math.floor(place.x - half) - 1; world <= Math.floor(place.x + half) + 1; world++) worlds.push(world);
  const trace = (lines: readonly Outline[]): void => {
    context.beginPath();
    for (const world of worlds) {
      const left = size.width / 2 + (world - place.x) * scale;
      const top = size.height / 2 - place.y * scale;
      for (const line of lines) traceLine(context, line, { left, top, scale }, size);
    }
  };
  context.fillStyle = colors.land;
  trace(land);
  context.fill('evenodd');
  context.strokeStyle = colors.border;
  context.lineWidth = 1;
  context.lineJoin = 'round';
  trace(borders);
  context.stroke();
}

function traceLine(
  context: CanvasRenderingContext2D,
  line: Outline,
  { left, top, scale }: Pixel & { scale: number },
  size: Size,
): void {
  if (left + line.east * scale < 0 || left + line.west * scale > size.width) return;
  if (top + line.south * scale < 0 || top + line.north * scale > size.height) return;
  if ((line.east - line.west) * scale < finest && (line.south - line.north) * scale < finest) return;
  const last = line.x.length - 1;
  let [lastX, lastY] = [Infinity, Infinity];
  for (let i = 0; i <= last; i++) {
    const x = left + (line.x[i] ?? 0) * scale;
    const y = top + (line.y[i] ?? 0) * scale;
    if (i === 0) context.moveTo(x, y);
    else if (i < last && Math.abs(x - lastX) < finest && Math.abs(y - lastY) < finest) continue;
    else context.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
}

function drawDisc(
  context: CanvasRenderingContext2D,
  { left, top }: Pixel,
  radius: number,
  picture: CanvasImageSource | null,
  colors: Colors,
): void {
  context.save();
  context.shadowColor = 'rgb(0 0 0 / 35%)';
  context.shadowBlur = 6;
  context.shadowOffsetY = 1;
  context.fillStyle = colors.paper;
  circle(context, left, top, radius);
  context.restore();
  if (picture) context.drawImage(picture, left - radius + 3, top - radius + 3, 2 * radius - 6, 2 * radius - 6);
  else {
    context.fillStyle = colors.accent;
    circle(context, left, top, radius - 3);
  }
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function drawCount(
  context: CanvasRenderingContext2D,
  { left, top }: Pixel,
  radius: number,
  count: number,
  colors: Colors,
): void {
  const label = formatShortCount(count);
  context.font = '600 12px system-ui, sans-serif';
  const width = Math.max(20, context.measureText(label).width + 10);
  const x = left + radius * 0.75 - width / 2;
  const y = top - radius - 2;
  context.beginPath();
  context.roundRect(x, y, width, 20, 10);
  context.fillStyle = colors.ink;
  context.fill();
  context.fillStyle = colors.paper;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, x + width / 2, y + 10.5);
}

/** The names of places under their pictures, the larger first, where they find room. */
function drawNames(
  context: CanvasRenderingContext2D,
  shown: readonly { cluster: MapCluster; at: Pixel }[],
  colors: Colors,
): void {
  const taken = shown.map(({ cluster, at }) => {
    const radius = diameterOf(cluster) / 2;
    return { left: at.left - radius, right: at.left + radius, top: at.top - radius, bottom: at.top + radius };
  });
  context.font = '500 13px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  for (const { cluster, at } of shown) {
    const name = cluster.place.split(',')[0] ?? '';
    if (name === '') continue;
    const width = context.measureText(name).width;
    const top = at.top + diameterOf(cluster) / 2 + 3;
    const box = { left: at.left - width / 2 - 4, right: at.left + width / 2 + 4, top, bottom: top + 17 };
    const isFree = taken.every(
      (other) =>
        other.right <= box.left || other.left >= box.right || other.bottom <= box.top || other.top >= box.bottom,
    );
    if (!isFree) continue;
    taken.push(box);
    context.strokeStyle = colors.paper;
    context.strokeText(name, at.left, top);
    context.fillStyle = colors.ink;
    context.fillText(name, at.left, top);
  }
}

/** The colours as `map.css` has them; it declares them to be colours, so that they come resolved for the theme. */
function colorsOf(canvas: HTMLCanvasElement): Colors {
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(`--map-${name}`);
  return {
    land: color('land'),
    border: color('border'),
    ink: color('ink'),
    paper: color('paper'),
    accent: color('accent'),
  };
}
