import type { Health, Ok } from '../../core/http/wire.ts';
import type { UnlockSecret } from '../state/server/locked-library.ts';
import type { Client } from './client.ts';

/** A server that is locked. */
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
