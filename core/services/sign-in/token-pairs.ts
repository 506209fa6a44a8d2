import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { NewToken, TokenKind, TokenRow } from '../../store/accounts/session-tokens.ts';
import type { UserRow } from '../../store/accounts/users.ts';

export interface SignInResult {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshExpiresIn: number;
  readonly user: UserRow;
}

/** The owner of tokens. */
type Owner = Pick<TokenRow, 'userId' | 'family' | 'client'>;

/** Two tokens, and their rows in the index. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
  readonly rows: readonly NewToken[];
}

interface Dependencies {
  /** The server's secret. */
  readonly secret: Uint8Array;
  readonly clock: () => number;
  /** Seconds. */
  readonly accessTtl: number;
  readonly refreshTtl: number;
}

/**
 * Creates the tokens of sessions: 32 bytes in hex, of which the index stores only the SHA-256.
 *
 * They are random, except those that follow a refresh token with a renewal key: these are derived from both with the
 * server's secret. They cannot be predicted without the secret, and the server can send them again after a lost response
 * although it stores no tokens.
 */
export class TokenPairs {
  readonly #with: Dependencies;
  readonly #key: Uint8Array;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#key = new Uint8Array(hkdfSync('sha256', dependencies.secret, '', 'photofinch renewed tokens v1', 32));
  }

  /** A pair for a new session, or after a refresh token without a renewal key. */
  random(owner: Owner): TokenPair {
    return this.#pair(owner, randomBytes(32).toString('hex'), randomBytes(32).toString('hex'));
  }

  /** The pair that replaces a refresh token. */
  after(refreshToken: string, renewalKey: string, owner: Owner): TokenPair {
    const refresh = this.refreshAfter(refreshToken, renewalKey);
    return this.#pair(owner, this.accessBeside(refresh, renewalKey), refresh);
  }

  /** The refresh token of the pair that replaces another refresh token. */
  refreshAfter(refreshToken: string, renewalKey: string): string {
    return this.#derive('refresh', refreshToken, renewalKey);
  }

  /** The access token that was created together with a refresh token. */
  accessBeside(refreshToken: string, renewalKey: string): string {
    return this.#derive('access', refreshToken, renewalKey);
  }

  #derive(kind: TokenKind, refreshToken: string, renewalKey: string): string {
    // A refresh token always has the same length, so no two different inputs result in the same text.
    return createHmac('sha256', this.#key).update(`${kind} ${refreshToken} ${renewalKey}`).digest('hex');
  }

  #pair(owner: Owner, access: string, refresh: string): TokenPair {
    const { clock, accessTtl, refreshTtl } = this.#with;
    const { userId, family, client } = owner;
    const createdAt = clock();
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

  /** The response with a new pair. */
  signedIn(user: UserRow, { access, refresh }: TokenPair): SignInResult {
    const { accessTtl: expiresIn, refreshTtl: refreshExpiresIn } = this.#with;
    return { accessToken: access, refreshToken: refresh, expiresIn, refreshExpiresIn, user };
  }
}

export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
