import type { Health, PluginPages, Status } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of the server's state. */
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

  /** The plugin pages in the navigation of the signed-in user. */
  pluginPages(): Promise<PluginPages> {
    return this.#client.call('GET', '/api/plugins/pages');
  }
}
