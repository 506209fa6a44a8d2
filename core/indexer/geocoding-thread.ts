import PQueue from 'p-queue';
import type { MapTile } from '../domain/map-tile.ts';
import type { Town, TownsOfTile } from '../domain/town.ts';
import { abortable, RequestThread } from '../plugin-api/toolkit/index.ts';
import type { GeoPlace } from './geocode.ts';

type Positions = readonly { readonly lat: number; readonly lng: number }[];

/** A request: the places at positions, the towns in a tile of the map, or the towns with a name. */
export type Question =
  | { readonly positions: Positions; readonly tile?: never; readonly name?: never }
  | { readonly tile: MapTile; readonly positions?: never; readonly name?: never }
  | { readonly name: string; readonly positions?: never; readonly tile?: never };

export type Answer = (GeoPlace | null)[] | TownsOfTile | Town[];

/** Looks up places in a thread, which starts with the first request. */
export class GeocodingThread {
  readonly #thread = new RequestThread<Question, Answer>('./geocode-worker', import.meta.url);
  readonly #questions = new PQueue({ concurrency: 1 });
  readonly #closing = new AbortController();

  /** The place at each position, or null. @throws Error if the thread fails, or the reason of `signal` */
  places(positions: Positions, signal?: AbortSignal): Promise<(GeoPlace | null)[]> {
    return this.#ask({ positions }, signal);
  }

  /** @throws Error if the thread fails */
  towns(tile: MapTile): Promise<TownsOfTile> {
    return this.#ask({ tile });
  }

  /** See `NamedTowns`. @throws Error if the thread fails, or the reason of `signal` */
  townsNamed(name: string, signal: AbortSignal): Promise<Town[]> {
    return this.#ask({ name }, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The thread that finds places ended.'));
    await this.#thread.close();
  }

  async #ask<T extends Answer>(question: Question, signal = never): Promise<T> {
    signal.throwIfAborted();
    const answer = this.#questions.add(() => {
      signal.throwIfAborted();
      this.#closing.signal.throwIfAborted();
      // A running request is not cancelled: a new thread would have to load the towns again.
      return this.#thread.ask(question, this.#closing.signal);
    });
    return (await abortable(signal, answer)) as T;
  }
}

const never = new AbortController().signal;
