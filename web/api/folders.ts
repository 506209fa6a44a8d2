import type { Folders, FolderSettings, FoldersSeen } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Folders of the photo store. */
export class FolderRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param parent empty for the top */
  list(parent: string, stop?: AbortSignal): Promise<Folders> {
    return this.#client.call('GET', `/api/folders?parent=${encodeURIComponent(parent)}`, { stop });
  }

  /** Whether there are any for this user. */
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
