import type { OwnProof, Role } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** The permissions of a key. */
export type KeyScope = 'library' | 'shares' | 'server' | 'server-write';

/** A key, as the plugin api-keys returns it. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Null: all scopes. */
  readonly scopes: readonly KeyScope[] | null;
  /** Epoch seconds. */
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

export interface NewApiKey extends OwnProof {
  readonly name: string;
  readonly role: Role;
  /** Null: all scopes. */
  readonly scopes: readonly KeyScope[] | null;
  /** Days until it expires; null: never. */
  readonly days: number | null;
}

/** Routes of one's own API keys. */
export class ApiKeyRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  list(stop?: AbortSignal): Promise<{ keys: ApiKey[] }> {
    return this.#client.call('GET', '/api/auth/keys', { stop });
  }

  make(key: NewApiKey): Promise<{ key: ApiKey; token: string }> {
    return this.#client.call('POST', '/api/auth/keys', { body: key });
  }

  revoke(id: string): Promise<{ ok: true }> {
    return this.#client.call('DELETE', `/api/auth/keys/${encodeURIComponent(id)}`);
  }
}
