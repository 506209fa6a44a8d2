import type {
  AccountLink,
  AccountLinks,
  AccountRow,
  Accounts,
  ChangedAccount,
  Ok,
  OwnProof,
  Role,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly display_name?: string;
}

export interface AccountChanges extends OwnProof {
  readonly display_name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly password?: string;
  /** Whether a new password keeps linked services and passkeys. */
  readonly keep_links?: boolean;
}

/** Routes of accounts, for admins. */
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

  change(id: number, changes: AccountChanges): Promise<ChangedAccount> {
    return this.#client.call('PATCH', `/api/admin/users/${id}`, { body: changes });
  }

  delete(id: number, body: OwnProof = {}): Promise<Ok> {
    return this.#client.call('DELETE', `/api/admin/users/${id}`, { body });
  }

  signOut(id: number): Promise<Ok> {
    return this.#client.call('POST', `/api/admin/users/${id}/logout`);
  }

  /** Linked services and passkeys, with which the account signs in without its password. */
  links(id: number, stop?: AbortSignal): Promise<AccountLinks> {
    return this.#client.call('GET', `/api/admin/users/${id}/links`, { stop });
  }

  endLink(id: number, link: number, body: OwnProof = {}): Promise<AccountLink> {
    return this.#client.call('DELETE', `/api/admin/users/${id}/links/${link}`, { body });
  }

  dropTwoFactor(id: number, body: OwnProof = {}): Promise<Ok> {
    return this.#client.call('DELETE', `/api/admin/users/${id}/2fa`, { body });
  }
}
