import type { Ok, OwnSessions, User } from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Routes of the signed-in account. */
export class AccountRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  rename(displayName: string): Promise<User> {
    return this.#client.call('PATCH', '/api/auth/me', { body: { display_name: displayName } });
  }

  /** Also ends all other sessions, and invalidates all signed URLs. */
  changePassword(current: string, newPassword: string): Promise<Ok> {
    return this.#client.call('POST', '/api/auth/password', {
      body: { current_password: current, new_password: newPassword },
    });
  }

  sessions(stop?: AbortSignal): Promise<OwnSessions> {
    return this.#client.call('GET', '/api/auth/sessions', { stop });
  }

  endSession(id: string): Promise<Ok> {
    return this.#client.call('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`);
  }
}
