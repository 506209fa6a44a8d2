import type { Health, PluginPages, Status } from '../../core/http/wire.ts';
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

  health(): Promise<Health> {
    return this.#client.ask('GET', '/api/health');
  }

  /** Those that the signed-in user has in the navigation. */
  pluginPages(): Promise<PluginPages> {
    return this.#client.call('GET', '/api/plugins/pages');
  }
}
