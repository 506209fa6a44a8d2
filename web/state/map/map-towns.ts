import type { Town, Towns } from '../../../core/http/wire.ts';
import { squaresOf, toWorld, type MapPlace, type Size, type WorldPoint } from './map-projection.ts';

/** A town with its position on the map. */
export interface TownAt extends Town, WorldPoint {}

/** Tiles of towns are this many zoom levels larger than the map, so that a view needs few. */
const larger = 2;
const finestTile = 12;
/** The most tiles kept in memory. */
const tileLimit = 300;

/** Importance by kind: a capital comes before a larger town, and quarters of a city come last. */
const weights = { capital: 5, town: 1, quarter: 0.2 };

/** The towns around the visible part of the map, as far as the server has sent them. */
export class MapTowns {
  readonly #ask: (zoom: number, x: number, y: number) => Promise<Towns>;
  readonly #tiles = new Map<string, { towns: TownAt[]; nearest: TownAt[] } | null>();
  /** The last result, and the tiles it was made from. */
  #last: { key: string; towns: TownAt[]; nearest: TownAt[] } = { key: '', towns: [], nearest: [] };
  #version = 0;

  constructor(ask: (zoom: number, x: number, y: number) => Promise<Towns>) {
    this.#ask = ask;
  }

  /**
   * Requests the missing tiles of a view.
   * @param onCame called for each tile that arrives
   */
  want(place: MapPlace, size: Size, onCame: () => void): void {
    const zoom = tileZoomOf(place);
    for (const { x, y } of squaresOf(place, size, zoom)) {
      const key = keyOf(zoom, x, y);
      if (this.#tiles.has(key)) continue;
      this.#tiles.set(key, null);
      this.#ask(zoom, x, y).then(
        ({ towns, nearest }) => {
          this.#tiles.set(key, { towns: towns.map(withPosition), nearest: nearest.map(withPosition) });
          this.#version++;
          onCame();
        },
        () => {
          // The tile is requested again the next time the map comes to rest.
          this.#tiles.delete(key);
        },
      );
    }
    for (const [oldest] of this.#tiles) {
      if (this.#tiles.size <= tileLimit) break;
      this.#tiles.delete(oldest);
    }
  }

  /**
   * The towns of the visible tiles, the most important first; a missing tile is replaced by a larger one that contains it.
   */
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

  /** The tile, or the smallest loaded tile that contains it. */
  #known(zoom: number, x: number, y: number): { towns: TownAt[]; nearest: TownAt[] } | null {
    for (let up = 0; up <= zoom; up++) {
      const tile = this.#tiles.get(keyOf(zoom - up, x >> up, y >> up));
      if (tile) return tile;
    }
    return null;
  }
}

function tileZoomOf({ zoom }: MapPlace): number {
  return Math.max(0, Math.min(finestTile, Math.round(zoom) - larger));
}

const keyOf = (zoom: number, x: number, y: number): string => `${zoom}/${x}/${y}`;
const withPosition = (town: Town): TownAt => ({ ...town, ...toWorld(town) });
const weightOf = ({ kind, population }: Town): number => weights[kind] * population;

function distinct(towns: readonly TownAt[]): TownAt[] {
  return [...new Map(towns.map((town) => [`${town.name} ${town.lat} ${town.lng}`, town])).values()];
}
