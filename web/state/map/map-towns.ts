import type { Town, Towns } from '../../../core/http/wire.ts';
import { squaresOf, toWorld, type MapPlace, type Size, type WorldPoint } from './map-projection.ts';

/** A town, and where it lies on the map. */
export interface TownAt extends Town, WorldPoint {}

/** Towns are told by tiles so many zooms larger than the map's own: a view has few of them. */
const larger = 2;
const finestTile = 12;
/** Tiles that are kept. */
const most = 300;

/** So much a town counts beside others: the capital before a larger town, and parts of a city at last. */
const weights = { capital: 5, town: 1, quarter: 0.2 };

/** The towns around what a map shows, as far as the server has told of them. */
export class MapTowns {
  readonly #ask: (zoom: number, x: number, y: number) => Promise<Towns>;
  readonly #tiles = new Map<string, { towns: TownAt[]; nearest: TownAt[] } | null>();
  /** What was gathered last, and of which tiles. */
  #last: { key: string; towns: TownAt[]; nearest: TownAt[] } = { key: '', towns: [], nearest: [] };
  #version = 0;

  constructor(ask: (zoom: number, x: number, y: number) => Promise<Towns>) {
    this.#ask = ask;
  }

  /**
   * Asks for what is missing where the map rests.
   * @param onCame told for each tile that came
   */
  want(place: MapPlace, size: Size, onCame: () => void): void {
    const zoom = tileZoomOf(place);
    for (const { x, y } of squaresOf(place, size, zoom)) {
      const key = keyOf(zoom, x, y);
      if (this.#tiles.has(key)) continue;
      this.#tiles.set(key, null);
      this.#ask(zoom, x, y).then(
        ({ towns, nearest }) => {
          this.#tiles.set(key, { towns: towns.map(placed), nearest: nearest.map(placed) });
          this.#version++;
          onCame();
        },
        () => {
          // The next rest of the map tries again.
          this.#tiles.delete(key);
        },
      );
    }
    for (const [oldest] of this.#tiles) {
      if (this.#tiles.size <= most) break;
      this.#tiles.delete(oldest);
    }
  }

  /** Those of the tiles that show, the most important first; in place of a tile that is not there, of what lies around it. */
  around(place: MapPlace, size: Size): { readonly towns: readonly TownAt[]; readonly nearest: readonly TownAt[] } {
    const zoom = tileZoomOf(place);
    const squares = squaresOf(place, size, zoom);
    const key = `${this.#version} ${zoom} ${squares.map(({ x, y }) => `${x}-${y}`).join(' ')}`;
    if (this.#last.key === key) return this.#last;
    const tiles = new Set(squares.flatMap(({ x, y }) => this.#known(zoom, x, y) ?? []));
    const all = [...tiles];
    this.#last = {
      key,
      towns: distinct(all.flatMap(({ towns }) => towns)).sort((a, b) => weightOf(b) - weightOf(a)),
      nearest: distinct(all.flatMap(({ nearest }) => nearest)),
    };
    return this.#last;
  }

  /** The tile, or the smallest known one around it. */
  #known(zoom: number, x: number, y: number): { towns: TownAt[]; nearest: TownAt[] } | null {
    for (let up = 0; up <= zoom; up++) {
      const known = this.#tiles.get(keyOf(zoom - up, x >> up, y >> up));
      if (known) return known;
    }
    return null;
  }
}

function tileZoomOf({ zoom }: MapPlace): number {
  return Math.max(0, Math.min(finestTile, Math.round(zoom) - larger));
}

const keyOf = (zoom: number, x: number, y: number): string => `${zoom}/${x}/${y}`;
const placed = (town: Town): TownAt => ({ ...town, ...toWorld(town) });
const weightOf = ({ kind, population }: Town): number => weights[kind] * population;

function distinct(towns: readonly TownAt[]): TownAt[] {
  return [...new Map(towns.map((town) => [`${town.name} ${town.lat} ${town.lng}`, town])).values()];
}
