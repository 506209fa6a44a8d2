import { around } from 'geokdbush';
import { boundsOfTile, type MapTile } from '../domain/map-tile.ts';
import type { TownsOfTile } from '../domain/town.ts';
import type { KnownTowns } from './known-towns.ts';

/** A tile is divided into this many parts along each side, and the most important town of each part is listed. */
const parts = 8;
/** The most further towns per tile, however dense they are. */
const maxFurtherTowns = 32;
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

  constructor(towns: KnownTowns) {
    this.#known = towns;
  }

  of(tile: MapTile): TownsOfTile {
    const towns = this.#known;
    const { west, south, east, north } = boundsOfTile(tile);
    const isTold = (town: number): boolean => tile.zoom >= quartersFrom || !towns.isQuarter(town);
    // Ascending numbers, so the most important town comes first.
    const inside = towns.index
      .range(west, south, east, north)
      .filter(isTold)
      .sort((a, b) => a - b);
    const listed = new Set(inside.slice(0, maxFurtherTowns));
    const firsts = new Set<number>();
    for (const town of inside) {
      const column = Math.floor(((towns.lngOf(town) - west) / (east - west)) * parts);
      const row = Math.floor(((north - towns.latOf(town)) / (north - south)) * parts);
      const part = row * (parts + 1) + column;
      if (!firsts.has(part)) listed.add(town);
      firsts.add(part);
    }
    const isTown = (town: number): boolean => !towns.isQuarter(town);
    const nearest = around(towns.index, (west + east) / 2, (south + north) / 2, nearestTold, Infinity, isTown);
    return {
      towns: [...listed].sort((a, b) => a - b).map((town) => towns.of(town)),
      nearest: nearest.map((town) => towns.of(town)),
    };
  }
}
