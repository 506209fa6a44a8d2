import { randomUUID } from 'node:crypto';
import { checkPassword, wrongPassword } from '../../domain/credentials.ts';
import { DomainError } from '../../domain/errors.ts';
import type { TokenHolder, TokenRow, SessionTokens } from '../../store/accounts/session-tokens.ts';
import type { UserRow } from '../../store/accounts/users.ts';
import type { BeginOptions } from '../../plugin-api/index.ts';
import type { AuthenticatedUser } from './authenticated-user.ts';
import type { LoadedFactor } from './enrolled-factors.ts';
import {
  Authenticator,
  type AuthenticatorDependencies,
  type CodeNeeded,
  type SecondFactorCode,
} from './authenticator.ts';
import { Renewals, signInAgain } from './renewals.ts';
import { hashOf, TokenPairs, type SignInResult } from './token-pairs.ts';
import { TokenRefused } from './sign-in-errors.ts';

export type { SignInResult };

/** A session of a user on one of their devices. */
export interface SessionInfo {
  readonly id: string;
  /** The user agent at sign-in. */
  readonly client: string | null;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly renewedAt: number;
  readonly expiresAt: number;
  /** Whether the request comes from this session. */
  readonly current: boolean;
}

/** The client of a sign-in. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface PasswordChange {
  readonly current: string;
  readonly fresh: string;
}

interface Dependencies extends AuthenticatorDependencies {
  readonly tokens: SessionTokens;
  /** The server's secret. */
  readonly secret: Uint8Array;
  /** Seconds. */
  readonly accessTtl: number;
  readonly refreshTtl: number;
}

/** Signs users in and out, and renews their sessions. */
export class Sessions {
  readonly #with: Dependencies;
  readonly #authenticator: Authenticator;
  readonly #pairs: TokenPairs;
  readonly #renewals: Renewals;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#authenticator = new Authenticator(dependencies);
    this.#pairs = new TokenPairs(dependencies);
    this.#renewals = new Renewals({ ...dependencies, pairs: this.#pairs });
  }

  /** @throws DomainError `unauthenticated` (the same for all reasons), `too_many_attempts` */
  async login(username: string, password: string, client: Client): Promise<SignInResult | CodeNeeded> {
    const user = await this.#authenticator.byPassword(username, password, client.address);
    return this.enter(user, client);
  }

  /**
   * The second step.
   * @param pendingToken undefined for a client that sent none
   * @throws DomainError `unauthenticated`, `too_many_attempts`, `not_ready` if codes can no longer be checked
   */
  async loginWithCode(pendingToken: string | undefined, code: SecondFactorCode, client: Client): Promise<SignInResult> {
    return this.#open(await this.#authenticator.byCode(pendingToken ?? '', code, client.address), client);
  }

  /** Signs in a user who was identified without a password; a second factor is still required. */
  async enter(user: UserRow, client: Client): Promise<SignInResult | CodeNeeded> {
    return (await this.#authenticator.codeNeeded(user)) ?? this.#open(user, client);
  }

  /** Signs in a user who was identified by two factors. */
  enterProved(user: UserRow, client: Client): SignInResult {
    return this.#open(user, client);
  }

  /**
   * Exchanges a refresh token for a new pair.
   * @param renewalKey a random text that the client stores; the same key gets the same pair again
   * @throws DomainError `unauthenticated`
   */
  refresh(refreshToken: string, renewalKey?: string): SignInResult {
    return this.#renewals.renew(refreshToken, renewalKey);
  }

  /**
   * Ends the whole session of a valid token, including access tokens of other tabs, which stay valid after a renewal, and
   * the successor of a used refresh token. A used refresh token may end its session, since a second use ends it anyway. The
   * refresh token is ignored if it belongs to another user than the access token.
   * @returns the user of the session; undefined if no session was ended
   */
  logout(accessToken: string | undefined, refreshToken: string | undefined): UserRow | undefined {
    const { tokens, users, clock } = this.#with;
    const now = clock();
    const find = (token: string | undefined) => (token === undefined ? undefined : this.#find(token));
    const [access, refresh] = [find(accessToken), find(refreshToken)];
    const validTokens: TokenRow[] = [];
    if (access?.kind === 'access' && access.revokedAt === null && access.expiresAt > now) validTokens.push(access);
    const isTheirs = !access || access.userId === refresh?.userId;
    if (refresh?.kind === 'refresh' && refresh.expiresAt > now && isTheirs) validTokens.push(refresh);
    const [endedToken] = validTokens.filter(({ family }) => tokens.revokeFamily(family, now));
    return endedToken && users.byId(endedToken.userId);
  }

  /** The sessions of the access token's user, most recently renewed first. */
  list(accessToken: string): SessionInfo[] {
    const token = this.#own(accessToken);
    return this.#with.tokens
      .sessionsOf(token.userId, this.#with.clock())
      .map(({ family, ...times }) => ({ id: family, ...times, current: family === token.family }));
  }

  /** @throws DomainError `not_found` */
  end(accessToken: string, sessionId: string): void {
    const { tokens, clock } = this.#with;
    if (!tokens.revokeSession(this.#own(accessToken).userId, sessionId, clock())) {
      throw new DomainError('not_found', 'There is no such session.', { problem: 'no_such_session' });
    }
  }

  /**
   * Sets the caller's own password. All other tokens of the user end, and all signed URLs; this access token and the refresh
   * token of its session stay valid.
   * @throws DomainError `forbidden` if the current password is wrong, `bad_input`, `too_many_attempts`
   */
  async changePassword(accessToken: string, change: PasswordChange): Promise<void> {
    const { users, passwords, clock } = this.#with;
    const { userId, family, hash: access } = this.#own(accessToken);
    checkPassword(change.fresh, 'new_password');
    if (!(await this.passwordMatches(userId, change.current))) throw wrongPassword('current_password');
    const hash = await passwords.hash(change.fresh);
    // The token may have been revoked while the passwords were compared and hashed.
    this.authenticate(accessToken);
    users.setPassword(userId, hash, { access, family, at: clock() });
  }

  /** See `Authenticator`. */
  timeForCode(pendingToken: string): number {
    return this.#authenticator.timeForCode(pendingToken);
  }

  /** See `Authenticator`. */
  async factorsFor(pendingToken: string): Promise<readonly LoadedFactor[]> {
    return (await this.#authenticator.factorsFor(pendingToken)).factors;
  }

  /** See `Authenticator`. */
  challenge(pendingToken: string, plugin: string, options: BeginOptions): Promise<unknown> {
    return this.#authenticator.challenge(pendingToken, plugin, options);
  }

  /** See `Authenticator`. */
  passwordMatches(userId: number, password: string): Promise<boolean> {
    return this.#authenticator.passwordMatches(userId, password);
  }

  /** See `Authenticator`. */
  attemptCode(userId: number, attempt: () => Promise<boolean>): Promise<boolean> {
    return this.#authenticator.attemptCode(userId, attempt);
  }

  #own(accessToken: string): TokenRow {
    const token = this.#find(accessToken);
    if (!token) throw signInAgain();
    return token;
  }

  /** @throws DomainError `unauthenticated` */
  authenticate(accessToken: string): AuthenticatedUser {
    const token = this.#with.tokens.holder(hashOf(accessToken));
    if (token?.kind !== 'access' || token.revokedAt !== null) throw notValid(token);
    if (token.expiresAt <= this.#with.clock()) {
      throw new TokenRefused('expired', 'The access token has expired: refresh it or sign in again.', token.userId);
    }
    const { userId, user } = token;
    if (user.disabled) {
      throw new TokenRefused('account disabled', 'This account is disabled: ask an administrator.', userId);
    }
    if (token.usedAt === null) this.#noteUse(token);
    return { userId, username: user.username, role: user.role, tokenEpoch: user.tokenEpoch };
  }

  /** Records, once for each pair, that its response has arrived: the pair is then never sent again. */
  #noteUse(token: TokenHolder): void {
    try {
      this.#with.tokens.use(token, this.#with.clock());
    } catch {
      // A full disk prevents the write, which must not prevent reading: the next request tries again.
    }
  }

  #find(token: string): TokenRow | undefined {
    return this.#with.tokens.byHash(hashOf(token));
  }

  #open(user: UserRow, client: Client): SignInResult {
    const { tokens, users, clock } = this.#with;
    const now = clock();
    const owner = { userId: user.id, family: randomUUID(), client: client.userAgent?.slice(0, 256) ?? null };
    const newPair = this.#pairs.random(owner);
    tokens.purgeExpired(now);
    // Another process may have changed the password since `user` was read, for example while a plugin was queried.
    if (!tokens.begin(newPair.rows, user.tokenEpoch)) throw signInAgain();
    users.loggedIn(user.id, now);
    return this.#pairs.signedIn(user, newPair);
  }
}

/** The same message for every reason. */
function notValid(token: TokenHolder | undefined): TokenRefused {
  const reason = !token ? 'unknown' : token.kind === 'access' ? 'revoked' : 'not an access token';
  return new TokenRefused(reason, 'The access token is not valid: sign in again.', token?.userId);
}
