import type { SomePhotos, Stack, StackStep } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of stacks and changes to them. */
export class StackRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  get(id: number, stop?: AbortSignal): Promise<Stack> {
    return this.#client.call('GET', `/api/stacks/${id}`, { stop });
  }

  /** All photos of at most 100 stacks. */
  photos(ids: readonly number[]): Promise<SomePhotos> {
    return this.#client.call('POST', '/api/stacks/photos', { body: { stacks: ids } });
  }

  make(photos: readonly string[]): Promise<StackStep> {
    return this.#client.call('POST', '/api/stacks', { body: { photos } });
  }

  chooseCover(id: number, cover: string): Promise<StackStep> {
    return this.#client.call('PATCH', `/api/stacks/${id}`, { body: { cover } });
  }

  takeOut(id: number, uid: string): Promise<StackStep> {
    return this.#client.call('DELETE', `/api/stacks/${id}/photos/${encodeURIComponent(uid)}`);
  }

  dissolve(id: number): Promise<StackStep> {
    return this.#client.call('DELETE', `/api/stacks/${id}`);
  }

  undo(step: number): Promise<unknown> {
    return this.#client.call('POST', `/api/stacks/steps/${step}/undo`);
  }
}
