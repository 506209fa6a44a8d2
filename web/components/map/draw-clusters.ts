import { formatShortCount } from '../../state/format.ts';
import type { MapCluster } from '../../state/map/map-clusters.ts';
import { overlap, type Box } from '../../state/map/map-labels.ts';
import { toPixel, type MapPlace, type Pixel, type Size } from '../../state/map/map-projection.ts';
import { placeName } from '../../strings/language.ts';
import type { Colors } from './map-colors.ts';
import type { RoundPictures } from './round-pictures.ts';

/** The diameter of a cluster's picture in pixels: larger for more photos. */
export function diameterOf({ count, thumb }: MapCluster): number {
  if (thumb === null) return 22;
  return Math.round(Math.min(64, 42 + 5 * Math.log2(count)));
}

interface VisibleCluster {
  readonly cluster: MapCluster;
  readonly at: Pixel;
}

/** Draws clusters and the names of their places. @returns the boxes they occupy, and the names drawn */
export function drawClusters(
  context: CanvasRenderingContext2D,
  clusters: readonly MapCluster[],
  { place, size }: { place: MapPlace; size: Size },
  pictures: RoundPictures,
  colors: Colors,
): { taken: Box[]; said: Set<string> } {
  const visible = clusters.flatMap((cluster): VisibleCluster[] => {
    const at = toPixel(cluster, place, size);
    const isSeen = at.left > -40 && at.left < size.width + 40 && at.top > -40 && at.top < size.height + 60;
    return isSeen ? [{ cluster, at }] : [];
  });
  // The largest is drawn last, on top.
  for (const { cluster, at } of [...visible].reverse()) {
    const radius = diameterOf(cluster) / 2;
    drawDisc(context, at, radius, pictures.get(cluster.thumb), colors);
    if (cluster.count > 1) drawCount(context, at, radius, cluster.count, colors);
  }
  return drawNames(context, visible, colors);
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

/** Draws place names below pictures, largest clusters first, where they fit. */
function drawNames(
  context: CanvasRenderingContext2D,
  visible: readonly VisibleCluster[],
  colors: Colors,
): { taken: Box[]; said: Set<string> } {
  const names = new Set<string>();
  const boxes = visible.map(({ cluster, at }): Box => {
    const radius = diameterOf(cluster) / 2;
    return { left: at.left - radius, right: at.left + radius, top: at.top - radius, bottom: at.top + radius };
  });
  context.font = '600 13px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  for (const { cluster, at } of visible) {
    const name = placeName(cluster.place).split(',')[0] ?? '';
    if (name === '') continue;
    const width = context.measureText(name).width;
    const top = at.top + diameterOf(cluster) / 2 + 3;
    const box = { left: at.left - width / 2 - 4, right: at.left + width / 2 + 4, top, bottom: top + 17 };
    if (boxes.some((other) => overlap(other, box))) continue;
    boxes.push(box);
    names.add(name);
    context.strokeStyle = colors.land;
    context.strokeText(name, at.left, top);
    context.fillStyle = colors.ink;
    context.fillText(name, at.left, top);
  }
  return { taken: boxes, said: names };
}
