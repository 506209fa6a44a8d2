import type { Health, Ok } from '../../core/http/wire.ts';
import type { UnlockSecret } from '../state/server/locked-library.ts';
import type { Client } from './client.ts';

/** The route that unlocks a locked server. */
export class UnlockRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  health(): Promise<Health> {
    return this.#client.ask('GET', '/api/health');
  }

  unlock(key: UnlockSecret): Promise<Ok> {
    return this.#client.ask('POST', '/api/unlock', { body: key });
  }
}
