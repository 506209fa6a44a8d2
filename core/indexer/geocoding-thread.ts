import type { Worker } from 'node:worker_threads';
import { startWorkerThread } from '../threads/worker-thread.ts';
import type { GeoPlace } from './geocode.ts';

export interface PlacesQuestion {
  readonly id: number;
  readonly positions: readonly { readonly lat: number; readonly lng: number }[];
}

export interface PlacesAnswer {
  readonly id: number;
  readonly places: (GeoPlace | null)[];
}

interface Pending {
  readonly resolve: (places: (GeoPlace | null)[]) => void;
  readonly reject: (error: Error) => void;
}

/** Names places, in a thread that starts with the first of them. */
export class GeocodingThread {
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** The place at each position, or null. @throws Error when the thread fails, or the reason of `signal` */
  async places(positions: PlacesQuestion['positions'], signal?: AbortSignal): Promise<(GeoPlace | null)[]> {
    signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        onAbort = () => {
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        worker.postMessage({ id, positions } satisfies PlacesQuestion);
      });
    } finally {
      this.#pending.delete(id);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startWorkerThread('./geocode-worker', import.meta.url);
    let cause: unknown;
    worker.on('message', ({ id, places }: PlacesAnswer) => {
      this.#pending.get(id)?.resolve(places);
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
