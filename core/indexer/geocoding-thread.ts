import type { Worker } from 'node:worker_threads';
import type { MapTile } from '../domain/map-tile.ts';
import type { Town, TownsOfTile } from '../domain/town.ts';
import { startWorkerThread } from '../plugin-api/toolkit/index.ts';
import type { GeoPlace } from './geocode.ts';

type Positions = readonly { readonly lat: number; readonly lng: number }[];

/** Which places the positions are at, which towns a tile of the map has, or which have a name. */
export type Question =
  | { readonly positions: Positions; readonly tile?: never; readonly name?: never }
  | { readonly tile: MapTile; readonly positions?: never; readonly name?: never }
  | { readonly name: string; readonly positions?: never; readonly tile?: never };

export interface Answer {
  readonly id: number;
  readonly answer: (GeoPlace | null)[] | TownsOfTile | Town[];
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Names places, in a thread that starts with the first of them. */
export class GeocodingThread {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** The place at each position, or null. @throws Error when the thread fails, or the reason of `signal` */
  places(positions: Positions, signal?: AbortSignal): Promise<(GeoPlace | null)[]> {
    return this.#ask({ positions }, signal);
  }

  /** @throws Error when the thread fails */
  towns(tile: MapTile): Promise<TownsOfTile> {
    return this.#ask({ tile });
  }

  /** See `NamedTowns`. @throws Error when the thread fails, or the reason of `signal` */
  townsNamed(name: string, signal: AbortSignal): Promise<Town[]> {
    return this.#ask({ name }, signal);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #ask<T>(question: Question, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    let onAbort: (() => void) | undefined;
    // A thread that nobody waits for keeps no process from ending.
    worker.ref();
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        onAbort = () => {
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        worker.postMessage({ id, ...question });
      });
    } finally {
      this.#pending.delete(id);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
      if (this.#pending.size === 0) worker.unref();
    }
  }

  #start(): Worker {
    const worker = startWorkerThread('./geocode-worker', import.meta.url);
    let cause: unknown;
    worker.on('message', ({ id, answer }: Answer) => {
      this.#pending.get(id)?.resolve(answer as never);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#pending.values())
        reject(new Error('The thread that finds places ended.', { cause }));
    });
    return worker;
  }
}
