import type { NewShare, Ok, Share, Shares, Sharing } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Options of a share link; absent fields stay unchanged. */
export interface ShareChoices {
  readonly name?: string | null;
  /** Epoch seconds; null if it does not expire. */
  readonly expires_at?: number | null;
  readonly password?: string | null;
  readonly download?: boolean;
  readonly details?: boolean;
  readonly include_archived?: boolean;
}

export type SharedSubject = { readonly photos: readonly string[] } | { readonly album: string };

/** Routes of share links, which open photos without an account. */
export class ShareRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  list(stop?: AbortSignal): Promise<Shares> {
    return this.#client.call('GET', '/api/shares', { stop });
  }

  make(subject: SharedSubject, choices: ShareChoices): Promise<NewShare> {
    return this.#client.call('POST', '/api/shares', { body: { expires_at: null, ...choices, ...subject } });
  }

  change(id: number, body: ShareChoices): Promise<Share> {
    return this.#client.call('PATCH', `/api/shares/${id}`, { body });
  }

  revoke(id: number): Promise<Ok> {
    return this.#client.call('DELETE', `/api/shares/${id}`);
  }

  allow(enabled: boolean): Promise<Sharing> {
    return this.#client.call('PUT', '/api/admin/sharing', { body: { enabled } });
  }
}
