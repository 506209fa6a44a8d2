import type { Folders, FolderSettings, FoldersSeen } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of folders of the photo store. */
export class FolderRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param parent empty for the top level */
  list(parent: string, stop?: AbortSignal): Promise<Folders> {
    return this.#client.call('GET', `/api/folders?parent=${encodeURIComponent(parent)}`, { stop });
  }

  /** Whether this user sees any folders. */
  seen(): Promise<FoldersSeen> {
    return this.#client.call('GET', '/api/folders/seen');
  }

  settings(stop?: AbortSignal): Promise<FolderSettings> {
    return this.#client.call('GET', '/api/admin/folders', { stop });
  }

  showToReaders(readers: boolean): Promise<FolderSettings> {
    return this.#client.call('PUT', '/api/admin/folders', { body: { readers } });
  }
}
