import type {
  AuthLimits,
  FactorChallenge,
  FirstSession,
  PendingLogin,
  SetupState,
  TokenPair,
  TwoFactorRequired,
  User,
} from '../../core/http/wire.ts';
import type { FirstAccount } from '../state/session/owner-entry.ts';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';

/** Routes that start and end sessions. */
export class SessionRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  login(username: string, password: string): Promise<TokenPair | TwoFactorRequired> {
    return this.#enter('/api/auth/login', { username, password });
  }

  setup(): Promise<SetupState> {
    return this.#client.ask('GET', '/api/setup');
  }

  setUp(account: FirstAccount): Promise<FirstSession | TwoFactorRequired> {
    return this.#enter<FirstSession>('/api/setup', account);
  }

  useLink(code: string): Promise<TokenPair | TwoFactorRequired> {
    return this.#enter('/api/auth/link', { code });
  }

  async #enter<Pair extends TokenPair = TokenPair>(path: string, body: object): Promise<Pair | TwoFactorRequired> {
    const answer = await this.#client.ask<Pair | TwoFactorRequired>('POST', path, { body });
    if ('access_token' in answer) this.#client.take(answer);
    return answer;
  }

  /**
   * The second step of a sign-in with a second factor.
   * @param pendingToken of the first step; null after a reload: the cookie also has it
   */
  async loginWithCode(pendingToken: string | null, code: string, factor?: string): Promise<TokenPair> {
    const body = { ...pending(pendingToken), code, ...(factor !== undefined && { factor }) };
    const pair = await this.#client.ask<TokenPair>('POST', '/api/auth/login/2fa', { body });
    this.#client.take(pair);
    return pair;
  }

  /** Requests the challenge of a second factor. @param pendingToken as for `loginWithCode` */
  async challenge(pendingToken: string | null, factor: string): Promise<unknown> {
    const body = { ...pending(pendingToken), factor };
    return (await this.#client.ask<FactorChallenge>('POST', '/api/auth/login/2fa/challenge', { body })).challenge;
  }

  /** @returns the sign-in that this browser started and that waits for its code; null if there is none */
  async waitingLogin(): Promise<PendingLogin | null> {
    try {
      return await this.#client.ask<PendingLogin>('GET', '/api/auth/login/2fa');
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  }

  /** @returns the user of the session; null if there is no session */
  renew(): Promise<User | null> {
    return this.#client.renew();
  }

  leave(): void {
    this.#client.leave();
  }

  logout(): Promise<void> {
    return this.#client.logout();
  }

  limits(): Promise<AuthLimits> {
    return this.#client.ask('GET', '/api/auth/limits');
  }
}

const pending = (token: string | null): { pending_token?: string } => (token === null ? {} : { pending_token: token });
