import type { MapCluster } from '../../state/map/map-clusters.ts';
import { placeLabels, townBeyond, type Box, type CountryAt } from '../../state/map/map-labels.ts';
import type { Outlines, Waters } from '../../state/map/map-outlines.ts';
import type { MapPlace, Size, WorldPoint } from '../../state/map/map-projection.ts';
import type { TownAt } from '../../state/map/map-towns.ts';
import { drawClusters } from './draw-clusters.ts';
import { drawEdgeTown, drawLabels, NameWidths } from './draw-labels.ts';
import { drawRoute } from './draw-route.ts';
import { drawWorld } from './draw-world.ts';
import { colorsOf, type Colors } from './map-colors.ts';
import { RoundPictures } from './round-pictures.ts';

/** What a map shows. */
export interface Drawing {
  readonly place: MapPlace;
  readonly size: Size;
  readonly outlines: Outlines | null;
  readonly waters: Waters | null;
  /** The points of a line under the photos. */
  readonly route: readonly WorldPoint[];
  readonly clusters: readonly MapCluster[];
  readonly countries: readonly CountryAt[];
  readonly towns: readonly TownAt[];
  readonly nearest: readonly TownAt[];
  /** What lies over the map: buttons, the scale. */
  readonly covered: readonly Box[];
  /** What is said of the nearest town where none is named. */
  readonly beyond: (name: string, meters: number) => string;
}

/** From here on the nearest town is told where none shows. */
const beyondFrom = 6;
/** Pixels from the edge to what is said of it. */
const edge = 34;

/** Draws the world and what stands on it. */
export class MapCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #pictures: RoundPictures;
  readonly #widths: NameWidths | null;
  #colors: Colors | null = null;

  /** @param onCame told when a picture came and is to be drawn */
  constructor(canvas: HTMLCanvasElement, onCame: () => void) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#widths = this.#context && new NameWidths(this.#context);
    this.#pictures = new RoundPictures(onCame);
  }

  /** The theme has changed. */
  forgetColors(): void {
    this.#colors = null;
  }

  /** @returns the names on the map, of photos' places, countries and towns; or what is said of the nearest town */
  draw(drawing: Drawing): string[] {
    const { place, size, clusters } = drawing;
    const [context, widths] = [this.#context, this.#widths];
    if (!context || !widths) return [];
    const density = devicePixelRatio;
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    const colors = (this.#colors ??= colorsOf(this.#canvas));
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    drawWorld(context, drawing, colors);
    drawRoute(context, drawing, colors);
    const { taken, said } = drawClusters(context, clusters, drawing, this.#pictures, colors);
    const towns = drawing.towns.filter(({ name }) => !said.has(name));
    const labels = placeLabels(
      drawing,
      { countries: drawing.countries, towns, taken: [...drawing.covered, ...taken] },
      widths.of,
    );
    drawLabels(context, labels, colors);
    const names = [...said, ...labels.map(({ name }) => name)];
    const isNamed = said.size > 0 || labels.some(({ dot }) => dot !== null);
    const town = place.zoom >= beyondFrom && !isNamed ? townBeyond(drawing, drawing.nearest, edge) : null;
    if (!town) return names;
    const sentence = drawing.beyond(town.name, town.meters);
    drawEdgeTown(context, town, sentence, drawing, colors);
    return [...names, sentence];
  }
}
