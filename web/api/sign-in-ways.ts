import type { LinkStart, Ok, OwnLinks, OwnProof } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of the services linked with one's own account. */
export class SignInWayRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  own(stop?: AbortSignal): Promise<OwnLinks> {
    return this.#client.call('GET', '/api/auth/links', { stop });
  }

  /** @returns the URL at which the browser links the account with a service */
  begin(plugin: string, proof: OwnProof): Promise<LinkStart> {
    return this.#client.call('POST', '/api/auth/links', { body: { plugin, ...proof } });
  }

  end(id: number): Promise<Ok> {
    return this.#client.call('DELETE', `/api/auth/links/${id}`);
  }
}
