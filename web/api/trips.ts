import type { Trips, TripStep, TripWithDays } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** A change of a trip; null reverts to the automatic value. */
interface TripChange {
  readonly name?: string | null;
  readonly start?: string | null;
  readonly end?: string | null;
  /** A photo's uid. */
  readonly cover?: string | null;
}

/** Routes of trips and changes to them. */
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

  /** @param day the first day of the second trip */
  split(id: number, day: string): Promise<TripStep> {
    return this.#client.call('POST', `/api/trips/${id}/split`, { body: { day } });
  }

  /** Marks that it is not a trip. */
  dismiss(id: number): Promise<TripStep> {
    return this.#client.call('DELETE', `/api/trips/${id}`);
  }

  undo(step: number): Promise<unknown> {
    return this.#client.call('POST', `/api/trips/steps/${step}/undo`);
  }
}
