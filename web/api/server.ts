import type { Status } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** How the server is. */
export class ServerRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  status(): Promise<Status> {
    return this.#client.ask('GET', '/api/status');
  }

  async ping(): Promise<void> {
    await this.#client.ask('GET', '/api/health');
  }
}
