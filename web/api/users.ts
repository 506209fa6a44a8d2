import type { AccountRow, Accounts, Ok, Role } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly display_name?: string;
}

/** What the server asks of admins, beside their session, before they change their own account. */
export interface OwnProof {
  readonly current_password?: string;
  readonly code?: string;
}

export interface AccountChanges extends OwnProof {
  readonly display_name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly password?: string;
}

/** Everybody who has an account; for admins. */
export class UserRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  list(stop?: AbortSignal): Promise<Accounts> {
    return this.#client.call('GET', '/api/admin/users', { stop });
  }

  add(account: NewAccount): Promise<AccountRow> {
    return this.#client.call('POST', '/api/admin/users', { body: account });
  }

  change(id: number, changes: AccountChanges): Promise<AccountRow> {
    return this.#client.call('PATCH', `/api/admin/users/${id}`, { body: changes });
  }

  delete(id: number, body: OwnProof = {}): Promise<Ok> {
    return this.#client.call('DELETE', `/api/admin/users/${id}`, { body });
  }

  signOut(id: number): Promise<Ok> {
    return this.#client.call('POST', `/api/admin/users/${id}/logout`);
  }

  dropTwoFactor(id: number, body: OwnProof = {}): Promise<Ok> {
    return this.#client.call('DELETE', `/api/admin/users/${id}/2fa`, { body });
  }
}
