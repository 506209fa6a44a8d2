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

/** The content of a map. */
export interface Drawing {
  readonly place: MapPlace;
  readonly size: Size;
  readonly outlines: Outlines | null;
  readonly waters: Waters | null;
  /** The points of a line below the photos. */
  readonly route: readonly WorldPoint[];
  readonly clusters: readonly MapCluster[];
  readonly countries: readonly CountryAt[];
  readonly towns: readonly TownAt[];
  readonly nearest: readonly TownAt[];
  /** The boxes of controls over the map: buttons, the scale. */
  readonly covered: readonly Box[];
  /** The text about the nearest town, for views in which none is labelled. */
  readonly beyond: (name: string, meters: number) => string;
}

/** From this zoom on, the nearest town is shown if none is labelled. */
const beyondFrom = 6;
/** Distance of that text from the edge, in pixels. */
const edge = 34;

/** Draws the map. */
export class MapCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #pictures: RoundPictures;
  readonly #widths: NameWidths | null;
  #colors: Colors | null = null;

  /** @param onCame called when a picture was loaded and should be drawn */
  constructor(canvas: HTMLCanvasElement, onCame: () => void) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#widths = this.#context && new NameWidths(this.#context);
    this.#pictures = new RoundPictures(onCame);
  }

  /** To be called when the theme has changed. */
  forgetColors(): void {
    this.#colors = null;
  }

  /** @returns the names drawn: places of photos, countries and towns; or the text about the nearest town */
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
