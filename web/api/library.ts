import type { Albums, MapMarkers, Memories, NamedTowns, Places, Tags, Towns } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of lists by which photos are grouped. */
export class LibraryRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  albums(stop?: AbortSignal): Promise<Albums> {
    return this.#client.call('GET', '/api/albums', { stop });
  }

  /** @param years `2019-2024`; empty for all */
  map(years: string, stop?: AbortSignal): Promise<MapMarkers> {
    return this.#client.call('GET', `/api/map?years=${years}`, { stop });
  }

  /** The markers of a part of the map, clustered for a zoom. */
  mapOf(box: string, zoom: number, years: string): Promise<MapMarkers> {
    return this.#client.call('GET', `/api/map?limit=2000&zoom=${zoom}&bbox=${box}&years=${years}`);
  }

  /** Towns for labels on the map, by tile. */
  towns(zoom: number, x: number, y: number): Promise<Towns> {
    return this.#client.call('GET', `/api/map/towns?zoom=${zoom}&x=${x}&y=${y}`);
  }

  townsNamed(name: string, stop: AbortSignal): Promise<NamedTowns> {
    return this.#client.call('GET', `/api/towns?q=${encodeURIComponent(name)}`, { stop });
  }

  /** @param of a day of the calendar; null for today */
  memories(of: { month: number; day: number } | null, stop?: AbortSignal): Promise<Memories> {
    const query = of === null ? '' : `?month=${of.month}&day=${of.day}`;
    return this.#client.call('GET', `/api/memories${query}`, { stop });
  }

  places(): Promise<Places> {
    return this.#client.call('GET', '/api/places');
  }

  tags(stop?: AbortSignal): Promise<Tags> {
    return this.#client.call('GET', '/api/tags', { stop });
  }
}
