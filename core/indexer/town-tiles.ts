import { around } from 'geokdbush';
import { boundsOfTile, type MapTile } from '../domain/map-tile.ts';
import type { TownsOfTile } from '../domain/town.ts';
import type { KnownTowns } from './known-towns.ts';

/** A tile is divided into this many parts along each side, and the most important town of each part is listed. */
const parts = 8;
/** The most further towns per tile, however dense they are. */
const most = 32;
/** Parts of cities are listed from this zoom on. */
const quartersFrom = 8;
/**
 * A view is centred near its tile's middle: the town nearest to the centre of the view is among this many nearest to the
 * middle of the tile.
 */
const nearestTold = 6;

/** The towns that a map labels in a tile: few enough for any zoom, and spread over the tile. */
export class TownTiles {
  readonly #known: KnownTowns;

  constructor(known: KnownTowns) {
    this.#known = known;
  }

  of(tile: MapTile): TownsOfTile {
    const known = this.#known;
    const { west, south, east, north } = boundsOfTile(tile);
    const isTold = (town: number): boolean => tile.zoom >= quartersFrom || !known.isQuarter(town);
    // Ascending numbers, so the most important town comes first.
    const inside = known.index
      .range(west, south, east, north)
      .filter(isTold)
      .sort((a, b) => a - b);
    const taken = new Set(inside.slice(0, most));
    const firsts = new Set<number>();
    for (const town of inside) {
      const column = Math.floor(((known.lngOf(town) - west) / (east - west)) * parts);
      const row = Math.floor(((north - known.latOf(town)) / (north - south)) * parts);
      const part = row * (parts + 1) + column;
      if (!firsts.has(part)) taken.add(town);
      firsts.add(part);
    }
    const isTown = (town: number): boolean => !known.isQuarter(town);
    const nearest = around(known.index, (west + east) / 2, (south + north) / 2, nearestTold, Infinity, isTown);
    return {
      towns: [...taken].sort((a, b) => a - b).map((town) => known.of(town)),
      nearest: nearest.map((town) => known.of(town)),
    };
  }
}
