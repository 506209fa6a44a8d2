import type { Trips, TripStep, TripWithDays } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** What of a trip is changed; null leaves it to the photos again. */
interface TripChange {
  readonly name?: string | null;
  readonly start?: string | null;
  readonly end?: string | null;
  /** The uid of a photo. */
  readonly cover?: string | null;
}

/** Trips, and what people make of them. */
export class TripRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  list(limit: number, stop?: AbortSignal): Promise<Trips> {
    return this.#client.call('GET', `/api/trips?limit=${limit}`, { stop });
  }

  get(id: number, stop?: AbortSignal): Promise<TripWithDays> {
    return this.#client.call('GET', `/api/trips/${id}`, { stop });
  }

  change(id: number, change: TripChange): Promise<TripStep> {
    return this.#client.call('PATCH', `/api/trips/${id}`, { body: change });
  }

  merge(ids: readonly number[]): Promise<TripStep> {
    return this.#client.call('POST', '/api/trips/merge', { body: { ids } });
  }

  /** @param day the first one of the second trip */
  split(id: number, day: string): Promise<TripStep> {
    return this.#client.call('POST', `/api/trips/${id}/split`, { body: { day } });
  }

  /** It is no trip. */
  dismiss(id: number): Promise<TripStep> {
    return this.#client.call('DELETE', `/api/trips/${id}`);
  }

  undo(step: number): Promise<unknown> {
    return this.#client.call('POST', `/api/trips/steps/${step}/undo`);
  }
}
