import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { checkPassword } from '../domain/credentials.ts';
import { DomainError } from '../domain/errors.ts';
import type { Role } from '../domain/roles.ts';
import type { NewToken, TokenKind, TokenRow, Tokens } from '../index-store/tokens.ts';
import type { UserRow } from '../index-store/users.ts';
import { Authenticator, enabledUser, type AuthenticatorDependencies, type CodeNeeded } from './authenticator.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** The user of a valid token or signature. */
export interface AuthenticatedUser {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
}

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshExpiresIn: number;
  readonly user: UserRow;
}

/** A sign-in that goes on somewhere. */
export interface SessionInfo {
  readonly id: string;
  /** The user agent at login. */
  readonly client: string | null;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly renewedAt: number;
  readonly expiresAt: number;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** Where a sign-in comes from. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface PasswordChange {
  readonly current: string;
  readonly fresh: string;
}

interface Dependencies extends AuthenticatorDependencies {
  readonly tokens: Tokens;
  /** Seconds. */
  readonly accessTtl: number;
  readonly refreshTtl: number;
}

/** Signing in, staying signed in, signing out. A token is 32 random bytes in hex; the index keeps its SHA-256 only. */
export class Sessions {
  readonly #with: Dependencies;
  readonly #authenticator: Authenticator;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#authenticator = new Authenticator(dependencies);
  }

  /** @throws DomainError `unauthenticated` (for any reason alike), `too_many_attempts` */
  async login(username: string, password: string, client: Client): Promise<SignedIn | CodeNeeded> {
    const user = await this.#authenticator.byPassword(username, password, client.address);
    return (await this.#authenticator.codeNeeded(user)) ?? this.#open(user, client);
  }

  /**
   * The second step.
   * @param pendingToken undefined when there is none any more
   * @throws DomainError `unauthenticated`, `too_many_attempts`, `not_ready` when codes cannot be checked any more
   */
  async loginWithCode(pendingToken: string | undefined, code: string, client: Client): Promise<SignedIn> {
    return this.#open(await this.#authenticator.byCode(pendingToken ?? '', code, client.address), client);
  }

  /**
   * Trades a refresh token for a new pair. A spent token that comes again was copied by somebody, and nobody can tell who
   * is the thief: the whole family is revoked.
   * @throws DomainError `unauthenticated`
   */
  refresh(refreshToken: string): SignedIn {
    const { tokens, clock } = this.#with;
    const now = clock();
    const token = this.#find(refreshToken);
    if (token?.kind !== 'refresh') throw signInAgain();
    const user = enabledUser(this.#with.users, token.userId);
    if (token.revokedAt === null && (token.expiresAt <= now || !user)) throw signInAgain();
    const fresh = this.#pair(token.userId, token.family, token.client);
    if (!user || token.revokedAt !== null || !tokens.rotate(token.hash, now, fresh.rows)) {
      const wasAlive = tokens.revokeFamily(token.family, now);
      const username = this.#with.users.byId(token.userId)?.username;
      throw wasAlive ? new SignInRefused('token_reused', sessionEnded, username) : signInAgain();
    }
    // Here as well as at sign-in: who keeps their session for years never signs in.
    tokens.purgeExpired(now);
    return this.#signedIn(user, fresh);
  }

  /**
   * Revokes the access token, and the session of the refresh token when it is the same user's: with it the access tokens of
   * other tabs, which renewals leave valid, and the successor that a spent refresh token has already.
   */
  logout(accessToken: string, refreshToken: string | undefined): void {
    const { tokens, clock } = this.#with;
    const access = this.#find(accessToken);
    if (access) tokens.revoke(access.hash, clock());
    const refresh = refreshToken === undefined ? undefined : this.#find(refreshToken);
    if (refresh && refresh.userId === access?.userId) tokens.revokeFamily(refresh.family, clock());
  }

  /** The sessions of the one whose access token this is, the one renewed last first. */
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
      throw new DomainError('not_found', 'There is no such session.');
    }
  }

  /**
   * Sets the caller's own password. Every other token of theirs ends, and every signed URL; this access token and the
   * refresh token of its session stay.
   * @throws DomainError `forbidden` when the current password is wrong, `bad_input`, `too_many_attempts`
   */
  async changePassword(accessToken: string, change: PasswordChange): Promise<void> {
    const { users, passwords, clock } = this.#with;
    const { userId, family, hash: access } = this.#own(accessToken);
    checkPassword(change.fresh, 'new_password');
    if (!(await this.passwordMatches(userId, change.current)))
      throw new DomainError('forbidden', 'current_password is wrong.');
    const hash = await passwords.hash(change.fresh);
    // It may have been signed out while the passwords were compared and hashed.
    this.authenticate(accessToken);
    users.setPassword(userId, hash, { access, family, at: clock() });
  }

  /** As the authenticator's: whether it is the password of a user who is signed in. */
  passwordMatches(userId: number, password: string): Promise<boolean> {
    return this.#authenticator.passwordMatches(userId, password);
  }

  /** As the authenticator's: makes one attempt at a code of a user who is signed in. */
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
    const token = this.#find(accessToken);
    if (token?.kind !== 'access' || token.revokedAt !== null) {
      throw new DomainError('unauthenticated', 'The access token is not valid: sign in again.');
    }
    if (token.expiresAt <= this.#with.clock()) {
      throw new DomainError('unauthenticated', 'The access token has expired: refresh it or sign in again.');
    }
    const user = enabledUser(this.#with.users, token.userId);
    if (!user) throw new DomainError('unauthenticated', 'This account is disabled: ask an administrator.');
    return { userId: user.id, username: user.username, role: user.role };
  }

  #find(token: string): TokenRow | undefined {
    return this.#with.tokens.byHash(hashOf(token));
  }

  #open(user: UserRow, client: Client): SignedIn {
    const { tokens, users, clock } = this.#with;
    const now = clock();
    const fresh = this.#pair(user.id, randomUUID(), client.userAgent?.slice(0, 256) ?? null);
    tokens.purgeExpired(now);
    // Another process may have given them another password, or a plugin taken its time, since `user` was read.
    if (!tokens.begin(fresh.rows, user.tokenEpoch)) throw signInAgain();
    users.loggedIn(user.id, now);
    return this.#signedIn(user, fresh);
  }

  #pair(userId: number, family: string, client: string | null) {
    const { clock, accessTtl, refreshTtl } = this.#with;
    const createdAt = clock();
    const access = randomBytes(32).toString('hex');
    const refresh = randomBytes(32).toString('hex');
    const row = (token: string, kind: TokenKind, lifetime: number): NewToken => ({
      hash: hashOf(token),
      userId,
      kind,
      family,
      createdAt,
      expiresAt: createdAt + lifetime,
      client,
    });
    return { access, refresh, rows: [row(access, 'access', accessTtl), row(refresh, 'refresh', refreshTtl)] };
  }

  #signedIn(user: UserRow, pair: { access: string; refresh: string }): SignedIn {
    return {
      accessToken: pair.access,
      refreshToken: pair.refresh,
      expiresIn: this.#with.accessTtl,
      refreshExpiresIn: this.#with.refreshTtl,
      user,
    };
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const sessionEnded = 'The session has ended: sign in again.';

function signInAgain(): DomainError {
  return new DomainError('unauthenticated', sessionEnded);
}
